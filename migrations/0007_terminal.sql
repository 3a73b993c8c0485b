CREATE TABLE "terminal_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terminal_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" text NOT NULL,
	"command" text NOT NULL,
	"extend" text DEFAULT '' NOT NULL,
	"admin_id" bigint NOT NULL,
	"status" text NOT NULL,
	"exit_code" integer,
	"output" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);

CREATE INDEX "terminal_run_uuid_index" ON "terminal_run" USING btree ("uuid");
