CREATE INDEX "audit_entry_at_index" ON "audit_entry" USING brin ("at");
