ALTER TABLE "auth_admin" ADD COLUMN "language" text DEFAULT 'zh-cn' NOT NULL;
ALTER TABLE "user_user" ADD COLUMN "language" text DEFAULT 'zh-cn' NOT NULL;
ALTER TABLE "message_outbox" ADD COLUMN "file" text;
ALTER TABLE "message_outbox" ADD COLUMN "file_size" bigint;
ALTER TABLE "message_outbox" ADD COLUMN "file_hash" text;
ALTER TABLE "control_set" ADD COLUMN "mail_to" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "qc_run" ADD COLUMN "mailed" jsonb;
