CREATE TABLE "record_vanished" (
	"form" bigint NOT NULL,
	"record" bigint NOT NULL,
	"delivery" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_vanished_form_record_pk" PRIMARY KEY("form","record")
);

