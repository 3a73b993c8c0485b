CREATE TABLE "value_origin" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "value_origin_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"form" bigint NOT NULL,
	"record" bigint NOT NULL,
	"slot" integer NOT NULL,
	"delivery" bigint NOT NULL,
	"value" text,
	"at" text NOT NULL,
	"by" text NOT NULL,
	"location" text NOT NULL,
	"reason" text NOT NULL,
	"system" text NOT NULL
);

CREATE INDEX "value_origin_cell_index" ON "value_origin" USING btree ("form","record","slot","id");
CREATE INDEX "value_origin_delivery_index" ON "value_origin" USING btree ("delivery");
CREATE TRIGGER value_origin_keep BEFORE UPDATE OR DELETE ON value_origin FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER value_origin_keep_all BEFORE TRUNCATE ON value_origin FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
