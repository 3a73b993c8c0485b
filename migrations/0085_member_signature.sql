ALTER TABLE "study_signature" ADD COLUMN "by_member" bigint;
ALTER TABLE "study_signature" ADD CONSTRAINT "study_signature_by_member_user_user_id_fk" FOREIGN KEY ("by_member") REFERENCES "public"."user_user"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "study_signature_by_member_index" ON "study_signature" USING btree ("by_member");
