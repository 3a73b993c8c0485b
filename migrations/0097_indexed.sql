ALTER TABLE "study_variable" ADD COLUMN "indexed" boolean DEFAULT false NOT NULL;
-- More decimals than any double tells apart do not fit an index: one such number would keep its record from being stored.
CREATE OR REPLACE FUNCTION as_number_in_full(entered text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE
		WHEN found IS NULL THEN NULL
		WHEN mantissa = 0 THEN 0
		-- Beyond what a double holds there is no number; the cast of such a text would be an error.
		WHEN exponent > 1000 THEN NULL
		WHEN exponent < -1000 THEN 0
		ELSE (SELECT CASE WHEN abs(v) < 1.797693134862315808e308 THEN CASE WHEN scale(v) > 400 THEN round(v, 400) ELSE v END END FROM (SELECT (mantissa::text || 'e' || exponent::int)::numeric AS v) x)
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
-- Bound when it is made: an index is built with no search path of ours.
CREATE OR REPLACE FUNCTION as_date(entered text) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN as_moment(entered)::date;
