DROP TABLE "mail_config" CASCADE;
