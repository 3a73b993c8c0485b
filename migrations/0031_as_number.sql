-- A power of ten with a large negative exponent is nought on PostgreSQL 15; the text of a number is read exactly on every version.
CREATE OR REPLACE FUNCTION as_number(entered text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE
		WHEN found IS NULL THEN NULL
		WHEN mantissa = 0 THEN 0
		-- Beyond what a double holds there is no number; the cast of such a text would be an error.
		WHEN exponent > 1000 THEN NULL
		WHEN exponent < -1000 THEN 0
		ELSE (SELECT CASE WHEN abs(v) < 1.797693134862315808e308 THEN v END FROM (SELECT (mantissa::text || 'e' || exponent::int)::numeric AS v) x)
	END
	FROM (
		SELECT found,
			replace(replace(found[1], '_', ''), '+', '')::numeric AS mantissa,
			CASE WHEN length(found[2]) > 6 THEN CASE WHEN found[2] LIKE '-%' THEN -9999 ELSE 9999 END ELSE coalesce(replace(found[2], '_', ''), '0')::numeric END AS exponent
		FROM regexp_match(
			btrim(entered, E' \t\n\v\f\r'),
			'^(\+?-?(?:[0-9]+(?:_[0-9]+)*(?:\.(?:[0-9]+(?:_[0-9]+)*)?)?|\.[0-9]+(?:_[0-9]+)*))(?:[eE]([+-]?[0-9]+(?:_[0-9]+)*))?$'
		) AS found
	) parts
$$;
