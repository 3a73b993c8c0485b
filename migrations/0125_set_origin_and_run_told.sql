ALTER TABLE "control_set" ADD COLUMN "origin" text;
ALTER TABLE "qc_run" ADD COLUMN "told" jsonb;
