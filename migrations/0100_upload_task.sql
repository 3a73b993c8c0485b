ALTER TABLE "upload" ADD COLUMN "task" bigint;
