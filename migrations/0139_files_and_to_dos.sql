ALTER TABLE "upload" ADD COLUMN "folder" text DEFAULT '' NOT NULL;
ALTER TABLE "upload" ADD COLUMN "mark" text;
ALTER TABLE "todo" ADD COLUMN "hand_in" boolean DEFAULT false NOT NULL;
ALTER TABLE "datafile" ADD COLUMN "folder" text;
ALTER TABLE "datafile_version" ADD COLUMN "check" text;
ALTER TABLE "datafile_version" ADD COLUMN "checked_at" timestamp with time zone;
