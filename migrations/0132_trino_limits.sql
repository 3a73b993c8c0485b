ALTER TABLE "trino_config" ADD COLUMN "max_minutes" bigint;
ALTER TABLE "trino_config" ADD COLUMN "max_rows" bigint;
ALTER TABLE "trino_config" ADD COLUMN "max_gigabytes" bigint;
