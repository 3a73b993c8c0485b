-- A bounded repetition is unrolled by the engine of regular expressions: `{0,17}` made a filter on a variable three times as dear as the same
-- pattern without bounds behind a look at the length.
CREATE OR REPLACE FUNCTION as_number(entered text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN CASE WHEN octet_length(entered) < 20 AND entered ~ '^-?[0-9]+(?:\.[0-9]+)?$' THEN entered::numeric ELSE as_number_in_full(entered) END;
