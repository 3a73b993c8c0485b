-- What is open has not ended, and the other way round: the indexes below rest on it.
UPDATE "task" SET "ended_at" = coalesce("started_at", "created_at") WHERE "ended_at" IS NULL AND "state" NOT IN ('waiting', 'running');
UPDATE "task" SET "ended_at" = NULL WHERE "ended_at" IS NOT NULL AND "state" IN ('waiting', 'running');
DROP INDEX "task_claim_index";
DROP INDEX "task_dedupe_unique";
DROP INDEX "task_firing_unique";
DROP INDEX "task_ended_index";
DROP INDEX "task_depends_index";
CREATE INDEX "task_claim_index" ON "task" USING btree ("lane","priority" DESC NULLS LAST,"id") WHERE "task"."ended_at" IS NULL;
CREATE UNIQUE INDEX "task_dedupe_unique" ON "task" USING btree ("kind","dedupe_key") WHERE "task"."ended_at" IS NULL AND "task"."dedupe_key" IS NOT NULL;
CREATE UNIQUE INDEX "task_firing_unique" ON "task" USING btree ("schedule","fired_for") WHERE "task"."schedule" IS NOT NULL;
CREATE INDEX "task_ended_index" ON "task" USING btree ("ended_at") WHERE "task"."ended_at" IS NOT NULL;
CREATE INDEX "task_depends_index" ON "task" USING gin ("depends_on") WHERE "task"."ended_at" IS NULL AND "task"."depends_on" <> '{}';
-- Room in every page for the next version of a row: a claim, a heartbeat or progress then touches that page alone.
ALTER TABLE "task" SET (fillfactor = 70);
