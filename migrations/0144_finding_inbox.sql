-- The inbox: what waits, the most serious first, without sorting the whole ledger.
CREATE INDEX "finding_inbox_index" ON "finding" USING btree (array_position(ARRAY['blocking', 'major', 'minor', 'info'], "severity"), "id" DESC) WHERE state IN ('new', 'reopened');
