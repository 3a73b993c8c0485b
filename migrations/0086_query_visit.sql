ALTER TABLE "query" ADD COLUMN "visit" bigint;
ALTER TABLE "query" ADD CONSTRAINT "query_visit_study_visit_id_fk" FOREIGN KEY ("visit") REFERENCES "public"."study_visit"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "query_visit_index" ON "query" USING btree ("visit");
-- What was asked before knew the visit by its code, the second part of the title.
UPDATE "query" q SET "visit" = v."id" FROM "study_visit" v WHERE q."form" IS NOT NULL AND v."study" = q."study" AND v."code" = split_part(q."title", ' · ', 2);
