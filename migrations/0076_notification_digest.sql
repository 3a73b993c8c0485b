CREATE TABLE "notification_digest" (
	"owner_kind" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_digest_owner_kind_owner_id_channel_pk" PRIMARY KEY("owner_kind","owner_id","channel")
);

