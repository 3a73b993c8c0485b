ALTER TABLE "qc_run" ADD COLUMN "scores" jsonb;
