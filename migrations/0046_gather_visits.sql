ALTER TABLE "gather_project" ADD COLUMN "visits" bigint[] DEFAULT '{}' NOT NULL;
CREATE INDEX "gather_project_visits_index" ON "gather_project" USING gin ("visits");
