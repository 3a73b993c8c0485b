ALTER TABLE "gather_project" ADD COLUMN "reason_required" boolean DEFAULT false NOT NULL;
