ALTER TABLE "gather_project" ADD COLUMN "control_set" bigint;
ALTER TABLE "gather_project" ADD CONSTRAINT "gather_project_control_set_control_set_id_fk" FOREIGN KEY ("control_set") REFERENCES "public"."control_set"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "gather_project_control_set_index" ON "gather_project" USING btree ("control_set");
