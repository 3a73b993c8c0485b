ALTER TABLE "control_parameter" ADD COLUMN "origin" text;
ALTER TABLE "control_parameter" ADD COLUMN "evidence" jsonb;
