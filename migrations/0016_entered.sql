-- What was entered is kept as text. These read it, exactly as quality control and the pages do: a test compares all three.
CREATE FUNCTION as_number(entered text) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE
		WHEN found IS NULL THEN NULL
		WHEN mantissa = 0 THEN 0
		-- Beyond what a double holds there is no number; the cast of such a text would be an error.
		WHEN exponent > 1000 THEN NULL
		WHEN exponent < -1000 THEN 0
		ELSE (SELECT CASE WHEN abs(v) < 1.797693134862315808e308 THEN v END FROM (SELECT mantissa * 10 ^ exponent AS v) x)
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

CREATE FUNCTION as_moment(entered text) RETURNS timestamp LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE
		WHEN y BETWEEN 1000 AND 9999 AND mo BETWEEN 1 AND 12 AND d BETWEEN 1 AND
			CASE WHEN mo = 2 THEN CASE WHEN y % 4 = 0 AND (y % 100 <> 0 OR y % 400 = 0) THEN 29 ELSE 28 END WHEN mo IN (4, 6, 9, 11) THEN 30 ELSE 31 END
			AND mi <= 59 AND s < 60 AND (h < 24 OR (h = 24 AND mi = 0 AND s = 0))
		THEN make_timestamp(y, mo, d, 0, 0, 0) + make_interval(hours => h, mins => mi, secs => s)
	END
	FROM (
		SELECT found[1]::int AS y, found[3]::int AS mo, found[4]::int AS d, coalesce(found[5], '0')::int AS h, coalesce(found[6], '0')::int AS mi,
			coalesce(nullif(rtrim(found[7], '.'), ''), '0')::float8 AS s
		FROM regexp_match(
			ltrim(entered, E' \t\n\v\f\r'),
			'^([0-9]{4,5})([-/ \\])([0-9]{1,2})\2([0-9]{1,2})(?:[ T]+([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2}(?:\.[0-9]*)?)(?:Z| ?UTC|[+-][0-9]{2}(?::?[0-9]{2})?)?)?)?$'
		) AS found
	) parts
$$;

CREATE FUNCTION as_date(entered text) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT as_moment(entered)::date $$;
