CREATE TABLE "notification" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"text" jsonb NOT NULL,
	"address" text,
	"key" text,
	"times" integer DEFAULT 1 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);

CREATE TABLE "notification_mute" (
	"owner_kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "notification_mute_owner_kind_owner_id_kind_pk" PRIMARY KEY("owner_kind","owner_id","kind")
);

CREATE INDEX "notification_owner_index" ON "notification" USING btree ("owner_kind","owner_id","at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE UNIQUE INDEX "notification_key_unique" ON "notification" USING btree ("owner_kind","owner_id","kind","key") WHERE "notification"."read_at" IS NULL;
CREATE INDEX "notification_at_index" ON "notification" USING btree ("at");
