ALTER TABLE "study_project" ADD COLUMN "pi_member" bigint;
ALTER TABLE "study_project" ADD CONSTRAINT "study_project_pi_member_user_user_id_fk" FOREIGN KEY ("pi_member") REFERENCES "public"."user_user"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "study_project_pi_member_index" ON "study_project" USING btree ("pi_member");
