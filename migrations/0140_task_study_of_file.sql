-- What says no study but of which subject it is (a file) is of that subject's study.
CREATE OR REPLACE FUNCTION task_study(resource text, record text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
	form text := substring(resource FROM '^clinical\.data\.f([0-9]{1,15})$');
	kept text := lower(regexp_replace(replace(resource, '.', '_'), '([A-Z])', '_\1', 'g'));
	named text;
	found bigint;
BEGIN
	IF form IS NOT NULL THEN
		RETURN (SELECT f.study FROM study_form f WHERE f.id = form::bigint);
	END IF;
	IF resource IS NULL OR record IS NULL OR record !~ '^[0-9]{1,15}$' THEN
		RETURN NULL;
	END IF;
	IF resource = 'study.project' THEN
		RETURN record::bigint;
	END IF;
	SELECT a.attname INTO named FROM pg_attribute a WHERE a.attrelid = to_regclass(format('public.%I', kept)) AND a.attname IN ('study', 'subject')
		AND a.atttypid = 'bigint'::regtype AND NOT a.attisdropped ORDER BY a.attname LIMIT 1;
	IF named IS NULL THEN
		RETURN NULL;
	END IF;
	EXECUTE format('SELECT t.%I FROM public.%I t WHERE t.id = $1', named, kept) INTO found USING record::bigint;
	RETURN CASE named WHEN 'study' THEN found ELSE (SELECT s.study FROM study_subject s WHERE s.id = found) END;
END $$;

-- Given to a subject later, a file takes its tasks along: their titles are its name.
CREATE FUNCTION task_follows_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE task SET study = task_study('datafile', NEW.id::text) WHERE resource = 'datafile' AND record = NEW.id::text;
	RETURN NULL;
END $$;
CREATE TRIGGER task_follows_file AFTER UPDATE OF subject ON datafile FOR EACH ROW WHEN (OLD.subject IS DISTINCT FROM NEW.subject) EXECUTE FUNCTION task_follows_file();

-- Before it is taken in, a file is of the subject that its target names: `datafile?subject=7`.
UPDATE task t SET study = s.study FROM upload u JOIN study_subject s ON s.id = substring(u.target FROM '[?&]subject=([0-9]{1,15})')::bigint
	WHERE t.study IS NULL AND t.kind = 'upload.intake' AND u.task = t.id;
UPDATE task SET study = task_study(resource, record) WHERE study IS NULL AND resource IS NOT NULL;
