CREATE TABLE "upload" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"target" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"sha256" text,
	"writer" text,
	"lease_until" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE INDEX "upload_owner_index" ON "upload" USING btree ("owner_kind","owner_id");
CREATE INDEX "upload_expires_index" ON "upload" USING btree ("expires_at");
