ALTER TABLE "gather_delivery" ADD COLUMN "query" bigint;
ALTER TABLE "query" ADD COLUMN "delivery" bigint;
ALTER TABLE "query" ADD CONSTRAINT "query_delivery_gather_delivery_id_fk" FOREIGN KEY ("delivery") REFERENCES "public"."gather_delivery"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "query_delivery_index" ON "query" USING btree ("delivery");
