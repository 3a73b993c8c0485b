CREATE TABLE "control_trial" (
	"hash" text NOT NULL,
	"study" bigint,
	"datafile" bigint,
	"figures" jsonb NOT NULL,
	"by" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "control_trial_once" UNIQUE NULLS NOT DISTINCT("hash","study","datafile")
);

INSERT INTO "control_trial" ("hash", "study", "datafile", "figures", "by", "at")
SELECT DISTINCT ON (1, 2, 3) result ->> 'hash', (result ->> 'study')::bigint, (result ->> 'datafile')::bigint,
  jsonb_build_object('study', result -> 'study', 'form', result -> 'form', 'datafile', result -> 'datafile', 'delivery', coalesce(result -> 'delivery', 'null'),
    'rows', result -> 'rows', 'judged', (SELECT sum((t ->> 'denominator')::bigint) FROM jsonb_array_elements(result -> 'tables') t),
    'violated', result -> 'violated', 'snapshot', result -> 'snapshot', 'engine', result -> 'engine'), owner_id, ended_at
FROM "task" WHERE kind = 'control.try' AND state = 'done' AND result ->> 'hash' IS NOT NULL AND result -> 'faults' = '[]' AND result -> 'trouble' = 'null'
  AND jsonb_array_length(result -> 'tables') > 0 AND NOT result -> 'tables' @> '[{"status": "error"}]' ORDER BY 1, 2, 3, ended_at DESC;
