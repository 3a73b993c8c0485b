-- The shift of the trail is set at the start of the server, whose role owns none of it: this is the one thing it may ask for, and only when the trail is ahead.
CREATE FUNCTION audit_continue() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE last numeric;
BEGIN
  PERFORM pg_advisory_xact_lock(7340024);
  SELECT greatest(
    coalesce((SELECT to_txid::text::numeric FROM audit_seal ORDER BY seq DESC LIMIT 1), 0),
    coalesce((SELECT txid::text::numeric FROM audit_entry ORDER BY txid DESC LIMIT 1), 0)) INTO last;
  IF last < audit_txid()::text::numeric THEN RETURN false; END IF;
  EXECUTE format('CREATE OR REPLACE FUNCTION public.audit_shift() RETURNS numeric LANGUAGE sql STABLE AS %L', format('SELECT %s::numeric', last));
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION audit_continue() FROM PUBLIC;
