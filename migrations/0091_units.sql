ALTER TABLE "value_change" ADD COLUMN "entered" text;
ALTER TABLE "study_variable" ADD COLUMN "units" text;
