CREATE INDEX "value_change_at_index" ON "value_change" USING brin ("at");
