ALTER TABLE "control_set" ADD COLUMN "cron" text;
ALTER TABLE "control_set" ADD COLUMN "zone" text DEFAULT 'Asia/Shanghai' NOT NULL;
ALTER TABLE "qc_run" ADD COLUMN "delivery" bigint;
ALTER TABLE "qc_run" ADD CONSTRAINT "qc_run_delivery_gather_delivery_id_fk" FOREIGN KEY ("delivery") REFERENCES "public"."gather_delivery"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "qc_run_delivery_index" ON "qc_run" USING btree ("delivery");
