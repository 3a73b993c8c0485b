-- One try to sign in: decided and counted in one statement of the caller, so that forty at once are judged like forty in a row.
-- The three rows are locked in the order of their keys; every statement in here sees what the previous holder of the locks left.
CREATE FUNCTION take_attempt(pair text, account text, address text, captcha text, is_proved boolean, pair_limit int, account_limit int, address_limit int)
RETURNS TABLE (verdict text, wait int) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  p attempt;
  a attempt;
  n attempt;
BEGIN
  INSERT INTO attempt (key, failures) SELECT k, 0 FROM unnest(ARRAY[pair, account, address]) AS k ORDER BY k ON CONFLICT DO NOTHING;
  PERFORM 1 FROM attempt WHERE key IN (pair, account, address) ORDER BY key FOR UPDATE;
  moment := clock_timestamp();
  UPDATE attempt SET failures = 0, since = moment, locked_until = NULL
    WHERE key IN (pair, account, address) AND since < moment - interval '15 minutes' AND (locked_until IS NULL OR locked_until <= moment);
  SELECT * INTO p FROM attempt WHERE key = pair;
  SELECT * INTO a FROM attempt WHERE key = account;
  SELECT * INTO n FROM attempt WHERE key = address;
  IF p.locked_until > moment THEN
    RETURN QUERY SELECT 'locked', ceil(extract(epoch FROM p.locked_until - moment))::int;
  ELSIF a.locked_until > moment THEN
    RETURN QUERY SELECT 'slowed', ceil(extract(epoch FROM a.locked_until - moment))::int;
  ELSIF NOT is_proved AND (captcha = 'always' OR (captcha = 'afterFailure' AND (p.failures > 0 OR a.failures > 0 OR n.failures >= address_limit))) THEN
    RETURN QUERY SELECT 'captcha', 0;
  ELSE
    UPDATE attempt SET failures = failures + 1, locked_until = CASE
        WHEN key = pair AND failures + 1 >= pair_limit THEN moment + interval '15 minutes'
        WHEN key = account AND failures + 1 >= account_limit THEN moment + interval '30 seconds'
      END WHERE key IN (pair, account, address);
    RETURN QUERY SELECT 'judge', CASE WHEN p.failures + 1 >= pair_limit THEN 900 ELSE 0 END;
  END IF;
END $$;
