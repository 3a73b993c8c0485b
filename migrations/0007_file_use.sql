CREATE TABLE "file_use" (
	"url" text NOT NULL,
	"resource" text NOT NULL,
	"record_id" bigint NOT NULL,
	"field" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_use_resource_record_id_field_url_pk" PRIMARY KEY("resource","record_id","field","url")
);

ALTER TABLE "routine_attachment" ADD COLUMN "visibility" text DEFAULT 'place' NOT NULL;
CREATE INDEX "file_use_url_index" ON "file_use" USING btree ("url");
