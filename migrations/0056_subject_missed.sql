ALTER TABLE "study_subject" ADD COLUMN "missed" jsonb;
