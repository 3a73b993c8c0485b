-- What earlier versions left open and nothing that happens now would settle. Each change is told to the trail, or its replay would find it behind it.

-- A delivery that a person put aside stays aside, also where that was before such deliveries were marked.
WITH "aside" AS (
  SELECT d."id", d."name" FROM "gather_delivery" d
  CROSS JOIN LATERAL (SELECT e."actor_kind" FROM "audit_entry" e WHERE e."resource" = 'gather.delivery' AND e."record_id" = d."id"::text
    AND e."action" = 'move' AND e."changes" -> 'state' ->> 1 = 'quarantined' ORDER BY e."id" DESC LIMIT 1) last
  WHERE d."state" = 'quarantined' AND NOT d."held" AND last."actor_kind" <> 'system'
), "new" AS (
  UPDATE "gather_delivery" d SET "held" = true, "version" = d."version" + 1, "updated_at" = now() FROM "aside" WHERE d."id" = "aside"."id" RETURNING d."id"
)
INSERT INTO "audit_entry" ("actor_kind", "actor_name", "action", "resource", "record_id", "label", "changes", "reason", "request_id", "ip", "user_agent", "at")
SELECT 'system', 'system', 'edit', 'gather.delivery', "aside"."id"::text, "aside"."name", '{"held": [false, true]}', 'migration 0127_settled', 'system', '', '', clock_timestamp()
FROM "aside" JOIN "new" USING ("id") ORDER BY "aside"."id";

-- A study shows the member who is principal investigator in its team, also where they came into it before that was shown.
WITH "led" AS (
  SELECT DISTINCT ON (s."id") s."id", s."title", m."user" FROM "study_project" s JOIN "study_member" m ON m."study" = s."id" AND m."role" = 'pi'
    AND m."user" IS NOT NULL AND m."deleted_at" IS NULL AND (m."from" IS NULL OR m."from" <= now()) AND (m."to" IS NULL OR m."to" > now())
  JOIN "user_user" u ON u."id" = m."user" AND u."status" AND u."deleted_at" IS NULL
  WHERE s."pi_member" IS NULL AND s."deleted_at" IS NULL AND s."state" NOT IN ('locked', 'archived') ORDER BY s."id", m."user"
), "new" AS (
  UPDATE "study_project" s SET "pi_member" = "led"."user", "version" = s."version" + 1, "updated_at" = now() FROM "led" WHERE s."id" = "led"."id" RETURNING s."id"
)
INSERT INTO "audit_entry" ("actor_kind", "actor_name", "action", "resource", "record_id", "label", "changes", "reason", "request_id", "ip", "user_agent", "at")
SELECT 'system', 'system', 'edit', 'study.project', "led"."id"::text, "led"."title", jsonb_build_object('piMember', jsonb_build_array(NULL, "led"."user")),
  'migration 0127_settled', 'system', '', '', clock_timestamp() FROM "led" JOIN "new" USING ("id") ORDER BY "led"."id";

-- What waits for a task that is gone, or ended without it, waits for nothing: it says so, and can be asked for again.
WITH "hung" AS (
  SELECT r."id", r."title", r."state" FROM "qc_run" r WHERE r."state" IN ('waiting', 'running') AND NOT EXISTS (SELECT 1 FROM "task" t
    WHERE t."kind" = 'qc.run' AND t."ended_at" IS NULL AND t."input" ->> 'run' = r."id"::text)
), "new" AS (
  UPDATE "qc_run" r SET "state" = 'failed', "finished_at" = date_trunc('milliseconds', now()), "version" = r."version" + 1, "updated_at" = now(),
    "error" = '{"zh-cn": "任务已不存在，没有得出结论。需要时请再次运行", "en": "Its task is gone; nothing was judged. Run it again if it is needed"}'
  FROM "hung" WHERE r."id" = "hung"."id" RETURNING r."id", r."error", r."finished_at"
)
INSERT INTO "audit_entry" ("actor_kind", "actor_name", "action", "resource", "record_id", "label", "changes", "reason", "request_id", "ip", "user_agent", "at")
SELECT 'system', 'system', 'move', 'qc.run', "hung"."id"::text, "hung"."title", jsonb_build_object('state', jsonb_build_array("hung"."state", 'failed'),
    'error', jsonb_build_array(NULL, "new"."error"),
    'finishedAt', jsonb_build_array(NULL, to_char("new"."finished_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
  'migration 0127_settled', 'system', '', '', clock_timestamp() FROM "hung" JOIN "new" USING ("id") ORDER BY "hung"."id";

WITH "hung" AS (
  SELECT d."id", d."name", d."state" FROM "datafile" d WHERE d."state" IN ('received', 'parsing')
    AND EXISTS (SELECT 1 FROM "datafile_version" v WHERE v."datafile" = d."id") AND NOT EXISTS (SELECT 1 FROM "task" t
    WHERE t."kind" = 'datafile.read' AND t."ended_at" IS NULL AND t."input" ->> 'datafile' = d."id"::text)
), "new" AS (
  UPDATE "datafile" d SET "state" = 'unread', "version" = d."version" + 1, "updated_at" = now() FROM "hung" WHERE d."id" = "hung"."id" RETURNING d."id"
)
INSERT INTO "audit_entry" ("actor_kind", "actor_name", "action", "resource", "record_id", "label", "changes", "reason", "request_id", "ip", "user_agent", "at")
SELECT 'system', 'system', 'move', 'datafile', "hung"."id"::text, "hung"."name", jsonb_build_object('state', jsonb_build_array("hung"."state", 'unread')),
  'migration 0127_settled', 'system', '', '', clock_timestamp() FROM "hung" JOIN "new" USING ("id") ORDER BY "hung"."id";

WITH "hung" AS (
  SELECT a."id", a."title" FROM "study_archive" a WHERE a."state" = 'making' AND NOT EXISTS (SELECT 1 FROM "task" t
    WHERE t."kind" = 'study.archive' AND t."ended_at" IS NULL AND t."input" ->> 'archive' = a."id"::text)
), "new" AS (
  UPDATE "study_archive" a SET "state" = 'failed', "version" = a."version" + 1, "updated_at" = now() FROM "hung" WHERE a."id" = "hung"."id" RETURNING a."id"
)
INSERT INTO "audit_entry" ("actor_kind", "actor_name", "action", "resource", "record_id", "label", "changes", "reason", "request_id", "ip", "user_agent", "at")
SELECT 'system', 'system', 'move', 'study.archive', "hung"."id"::text, "hung"."title", '{"state": ["making", "failed"]}', 'migration 0127_settled', 'system', '', '', clock_timestamp()
FROM "hung" JOIN "new" USING ("id") ORDER BY "hung"."id";
