ALTER TABLE "datafile" ADD COLUMN "subject" bigint;
ALTER TABLE "datafile" ADD COLUMN "visit" bigint;
ALTER TABLE "datafile" ADD COLUMN "check" text;
ALTER TABLE "datafile" ADD COLUMN "checked_at" timestamp with time zone;
ALTER TABLE "datafile" ADD CONSTRAINT "datafile_subject_study_subject_id_fk" FOREIGN KEY ("subject") REFERENCES "public"."study_subject"("id") ON DELETE restrict ON UPDATE no action;
ALTER TABLE "datafile" ADD CONSTRAINT "datafile_visit_study_visit_id_fk" FOREIGN KEY ("visit") REFERENCES "public"."study_visit"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "datafile_subject_index" ON "datafile" USING btree ("subject");
CREATE INDEX "datafile_visit_index" ON "datafile" USING btree ("visit");
