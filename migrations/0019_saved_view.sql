CREATE TABLE "saved_view" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"resource" text NOT NULL,
	"name" text NOT NULL,
	"admin_id" bigint NOT NULL,
	"groups" bigint[] DEFAULT '{}' NOT NULL,
	"state" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE INDEX "saved_view_resource_index" ON "saved_view" USING btree ("resource","admin_id");
