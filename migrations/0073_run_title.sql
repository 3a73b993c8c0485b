ALTER TABLE "qc_run" ADD COLUMN "title_en" text;
UPDATE "qc_run" r SET "title_en" = coalesce((SELECT p."code" || ' · ' || coalesce(nullif(f."name_en", ''), f."name") FROM "study_project" p
  JOIN "study_form" f ON f."id" = r."form" WHERE p."id" = r."study"), r."title");
ALTER TABLE "qc_run" ALTER COLUMN "title_en" SET NOT NULL;
