-- The audit trail only grows: no role of the application can rewrite or shorten it.
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER audit_entry_keep BEFORE UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_entry_keep_all BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_seal_keep BEFORE UPDATE OR DELETE ON audit_seal FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_seal_keep_all BEFORE TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

-- Ledgers of members: a booking is corrected by another booking.
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a ledger is append-only' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER user_money_log_keep BEFORE UPDATE OR DELETE ON user_money_log FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER user_money_log_keep_all BEFORE TRUNCATE ON user_money_log FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER user_score_log_keep BEFORE UPDATE OR DELETE ON user_score_log FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER user_score_log_keep_all BEFORE TRUNCATE ON user_score_log FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
