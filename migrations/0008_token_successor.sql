ALTER TABLE "token" ADD COLUMN "successor" bytea;
