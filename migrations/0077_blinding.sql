CREATE TABLE "study_allocation" (
	"subject" bigint PRIMARY KEY NOT NULL,
	"study" bigint NOT NULL,
	"sealed" "bytea" NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "study_project" ADD COLUMN "blinded" boolean DEFAULT false NOT NULL;
ALTER TABLE "study_project" ADD COLUMN "unblinded_at" timestamp with time zone;
ALTER TABLE "study_subject" ADD COLUMN "blinded" boolean DEFAULT false NOT NULL;
ALTER TABLE "study_subject" ADD COLUMN "allocated_at" timestamp with time zone;
CREATE INDEX "study_allocation_study_index" ON "study_allocation" USING btree ("study");
