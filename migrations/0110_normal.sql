ALTER TABLE "study_variable" ADD COLUMN "normal" text;
