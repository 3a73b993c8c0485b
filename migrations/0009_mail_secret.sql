ALTER TABLE "mail_config" DROP COLUMN "password";
ALTER TABLE "mail_config" ADD COLUMN "secret" text;
