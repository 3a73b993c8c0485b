ALTER TABLE "study_dictionary" ADD COLUMN "forms" jsonb;
