ALTER TABLE "task" ADD COLUMN "study" bigint;

-- Of which study the record is that a task is about. Looked up here, so that whoever asks for work cannot forget to say it.
CREATE FUNCTION task_study(resource text, record text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
	form text := substring(resource FROM '^clinical\.data\.f([0-9]{1,15})$');
	kept text := lower(regexp_replace(replace(resource, '.', '_'), '([A-Z])', '_\1', 'g'));
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
	IF NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = to_regclass(format('public.%I', kept)) AND a.attname = 'study' AND a.atttypid = 'bigint'::regtype AND NOT a.attisdropped) THEN
		RETURN NULL;
	END IF;
	EXECUTE format('SELECT t.study FROM public.%I t WHERE t.id = $1', kept) INTO found USING record::bigint;
	RETURN found;
END $$;

CREATE FUNCTION task_of_study() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.study := coalesce(NEW.study, task_study(NEW.resource, NEW.record));
	RETURN NEW;
END $$;
CREATE TRIGGER task_of_study BEFORE INSERT ON task FOR EACH ROW EXECUTE FUNCTION task_of_study();

UPDATE task SET study = task_study(resource, record) WHERE resource IS NOT NULL;
