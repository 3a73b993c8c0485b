ALTER TABLE "study_subject" ADD COLUMN "merge" jsonb;
