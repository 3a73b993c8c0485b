ALTER TABLE "study_second_entry" ADD COLUMN "by_member" bigint;
ALTER TABLE "study_second_entry" ADD CONSTRAINT "study_second_entry_by_member_user_user_id_fk" FOREIGN KEY ("by_member") REFERENCES "public"."user_user"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "study_second_entry_by_member_index" ON "study_second_entry" USING btree ("by_member");
