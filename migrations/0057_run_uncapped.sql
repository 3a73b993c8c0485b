ALTER TABLE "qc_run" ADD COLUMN "uncapped" double precision;
