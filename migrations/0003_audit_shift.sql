-- Transactions are numbered per cluster. In a restored or moved database the numbers begin again below those of the trail;
-- the shift, set at the start of the server, lets the trail go on where it ended.
CREATE FUNCTION audit_shift() RETURNS numeric LANGUAGE sql STABLE AS 'SELECT 0::numeric';
CREATE FUNCTION audit_txid() RETURNS xid8 LANGUAGE sql VOLATILE AS
  'SELECT (pg_current_xact_id()::text::numeric + audit_shift())::text::xid8';
CREATE FUNCTION audit_bound() RETURNS xid8 LANGUAGE sql STABLE AS
  'SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::numeric + audit_shift())::text::xid8';
ALTER TABLE "audit_entry" ALTER COLUMN "txid" SET DEFAULT audit_txid();
