CREATE TABLE "schedule" (
	"name" text PRIMARY KEY NOT NULL,
	"cron" text NOT NULL,
	"zone" text NOT NULL,
	"kind" text NOT NULL,
	"input" jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);

CREATE TABLE "task" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"resource" text,
	"record" text,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"lane" text NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"run_after" timestamp with time zone DEFAULT now() NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"max_tries" integer DEFAULT 3 NOT NULL,
	"worker" text,
	"lease_until" timestamp with time zone,
	"step" text,
	"checkpoint" jsonb DEFAULT '{}' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"cancel_at" timestamp with time zone,
	"error" jsonb,
	"result" jsonb,
	"dedupe_key" text,
	"schedule" text,
	"fired_for" timestamp with time zone,
	"depends_on" bigint[] DEFAULT '{}' NOT NULL,
	"owner_kind" text DEFAULT 'system' NOT NULL,
	"owner_id" bigint,
	"department_id" bigint,
	"seq" integer DEFAULT 0 NOT NULL,
	"log_lines" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);

CREATE TABLE "task_event" (
	"task" bigint NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "task_event_task_seq_pk" PRIMARY KEY("task","seq")
);

CREATE TABLE "worker" (
	"name" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE INDEX "task_claim_index" ON "task" USING btree ("lane","priority" DESC NULLS LAST,"id") WHERE "task"."state" IN ('waiting', 'running');
CREATE UNIQUE INDEX "task_dedupe_unique" ON "task" USING btree ("kind","dedupe_key") WHERE "task"."state" IN ('waiting', 'running');
CREATE UNIQUE INDEX "task_firing_unique" ON "task" USING btree ("schedule","fired_for");
CREATE INDEX "task_owner_index" ON "task" USING btree ("owner_kind","owner_id","id");
CREATE INDEX "task_ended_index" ON "task" USING btree ("ended_at");
CREATE INDEX "task_depends_index" ON "task" USING gin ("depends_on") WHERE "task"."state" = 'waiting' AND "task"."depends_on" <> '{}';
CREATE INDEX "task_event_at_index" ON "task_event" USING brin ("at");
