CREATE TABLE "second_factor" (
	"audience" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"recovery" text[] DEFAULT '{}'::text[] NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "second_factor_audience_owner_id_pk" PRIMARY KEY("audience","owner_id")
);

