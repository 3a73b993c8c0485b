ALTER TABLE "datafile" ADD COLUMN "form" bigint;
ALTER TABLE "datafile" ADD COLUMN "instance" bigint;
ALTER TABLE "datafile" ADD CONSTRAINT "datafile_form_study_form_id_fk" FOREIGN KEY ("form") REFERENCES "public"."study_form"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "datafile_form_index" ON "datafile" USING btree ("form");
