ALTER TABLE "gather_delivery" ADD COLUMN "sender" bigint;
ALTER TABLE "gather_delivery" ADD COLUMN "submitted_at" timestamp with time zone;
ALTER TABLE "gather_delivery" ADD CONSTRAINT "gather_delivery_sender_user_user_id_fk" FOREIGN KEY ("sender") REFERENCES "public"."user_user"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "gather_delivery_sender_index" ON "gather_delivery" USING btree ("sender");
UPDATE "gather_delivery" SET "submitted_at" = coalesce("received_at", "created_at");
