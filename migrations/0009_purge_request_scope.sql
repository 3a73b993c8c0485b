ALTER TABLE "security_purge_request" ADD COLUMN "asked" text DEFAULT 'purge' NOT NULL;
ALTER TABLE "security_purge_request" ADD COLUMN "department" bigint;
ALTER TABLE "security_purge_request" ADD COLUMN "owner" bigint;
