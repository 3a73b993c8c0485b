ALTER TABLE "sms_config" ALTER COLUMN "tencent_region" DROP NOT NULL;
ALTER TABLE "security_purge_request" ADD COLUMN "note" text;
