CREATE TABLE "gather_due" (
	"gather" bigint NOT NULL,
	"department" bigint NOT NULL,
	"due" date,
	CONSTRAINT "gather_due_gather_department_pk" PRIMARY KEY("gather","department")
);

ALTER TABLE "value_change" ADD COLUMN "row_no" bigint;
ALTER TABLE "gather_delivery" ADD COLUMN "held" boolean DEFAULT false NOT NULL;
