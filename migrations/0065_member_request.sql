ALTER TABLE "analysis_project" ADD COLUMN "member" bigint;
ALTER TABLE "analysis_project" ADD CONSTRAINT "analysis_project_member_user_user_id_fk" FOREIGN KEY ("member") REFERENCES "public"."user_user"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "analysis_project_member_index" ON "analysis_project" USING btree ("member");
