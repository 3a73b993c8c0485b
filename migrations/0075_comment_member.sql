ALTER TABLE "comment" ADD COLUMN "members" bigint[] DEFAULT '{}' NOT NULL;
ALTER TABLE "comment" ADD COLUMN "by_member" bigint;
ALTER TABLE "comment" ADD CONSTRAINT "comment_by_member_user_user_id_fk" FOREIGN KEY ("by_member") REFERENCES "public"."user_user"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "comment_members_index" ON "comment" USING gin ("members");
CREATE INDEX "comment_by_member_index" ON "comment" USING btree ("by_member");
