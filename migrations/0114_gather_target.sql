ALTER TABLE "gather_project" ADD COLUMN "target_of" text DEFAULT 'records' NOT NULL;
