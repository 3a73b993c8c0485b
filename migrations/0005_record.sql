-- Tables that people design live in a schema of their own: the only place where the application's role creates, changes and drops tables.
CREATE SCHEMA record;
DO $$
DECLARE moved text;
BEGIN
  FOR moved IN
    SELECT c.relname FROM crud_table d
      JOIN pg_class c ON c.relname = lower(regexp_replace(replace(d.name, '.', '_'), '([A-Z])', '_\1', 'g'))
    WHERE d.status = 'active' AND c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
  LOOP
    EXECUTE format('ALTER TABLE public.%I SET SCHEMA record', moved);
  END LOOP;
END $$;
