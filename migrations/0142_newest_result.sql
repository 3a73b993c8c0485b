-- Of a rule the newest result is looked up, not all that there ever were.
CREATE INDEX "qc_result_newest" ON "qc_result" USING btree ("parameter","id");
