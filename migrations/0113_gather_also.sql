ALTER TABLE "gather_project" ADD COLUMN "also" text[] DEFAULT '{}' NOT NULL;

-- Until now every gather project took what the house and its machines handed over.
UPDATE "gather_project" SET "also" = '{import,api}';
