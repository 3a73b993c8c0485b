ALTER TABLE "qc_run" ADD COLUMN "model" text;
ALTER TABLE "qc_run" ADD COLUMN "sites" jsonb;
