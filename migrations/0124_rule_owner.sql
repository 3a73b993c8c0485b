ALTER TABLE "control_parameter" ADD COLUMN "owner" bigint;
ALTER TABLE "control_parameter" ADD CONSTRAINT "control_parameter_owner_auth_admin_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."auth_admin"("id") ON DELETE restrict ON UPDATE no action;
CREATE INDEX "control_parameter_owner_index" ON "control_parameter" USING btree ("owner");
