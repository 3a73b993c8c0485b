ALTER TABLE "notification" ADD COLUMN "sent" text[] DEFAULT '{}' NOT NULL;

-- What the last message had stays sent.
UPDATE "notification" n SET "sent" = ARRAY(SELECT d."channel" FROM "notification_digest" d
  WHERE d."owner_kind" = n."owner_kind" AND d."owner_id" = n."owner_id" AND d."at" >= n."at");
