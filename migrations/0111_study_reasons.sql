ALTER TABLE "study_project" ADD COLUMN "reasons" text;
ALTER TABLE "gather_project" DROP COLUMN "reason_required";
