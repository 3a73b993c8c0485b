ALTER TABLE "crud_table" ADD COLUMN "field_order" jsonb;
-- The keys of jsonb have no order of their own: what the designer laid out is told by the list, as far as it goes; other fields follow.
UPDATE "crud_table" SET "field_order" = (
	SELECT jsonb_agg(field.name ORDER BY listed.at NULLS LAST, field.at)
	FROM jsonb_object_keys("definition" -> 'fields') WITH ORDINALITY AS field(name, at)
	LEFT JOIN jsonb_array_elements_text("definition" -> 'list' -> 'columns') WITH ORDINALITY AS listed(name, at) ON listed.name = field.name
) WHERE jsonb_typeof("definition" -> 'fields') = 'object' AND "definition" -> 'fields' <> '{}';
-- What only lies in the outbox of this system was never sent.
UPDATE "message_outbox" SET "status" = 'local', "sent_at" = NULL WHERE "status" = 'sent' AND "provider" = 'local';
