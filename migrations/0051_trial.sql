ALTER TABLE "control_version" ADD COLUMN "tested_on" jsonb;
