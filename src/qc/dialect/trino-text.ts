import { literal, join, Sql } from '../sql.ts'
import type { TextWords } from './dialect.ts'

const anywhere = (pattern: Sql, ignoreCase: boolean | undefined): Sql => (ignoreCase ? Sql`'(?i)' || ${pattern}` : pattern)

/** A backslash before anything but %, _ and itself is an error here, and elsewhere means just that character. */
const ESCAPES = literal(String.raw`(?s)(\\[\\%_])|\\([^\\%_])`)

/** A text as a text of JSON: the signs that must be escaped, and no others. */
function quoted(value: Sql): Sql {
  const signs = ['\\', '"', '\b', '\f', '\n', '\r', '\t']
  const escaped = signs.reduce<Sql>(
    (text, sign) => Sql`replace(${text}, ${literal(sign)}, ${literal(JSON.stringify(sign).slice(1, -1))})`,
    value,
  )
  const rest = literal(String.raw`([\x01-\x07\x0b\x0e-\x1f])`)
  return Sql`('"' || regexp_replace(${escaped}, ${rest}, m -> '\\u' || lpad(upper(to_base(codepoint(CAST(m[1] AS VARCHAR(1))), 16)), 4, '0')) || '"')`
}

/**
 * As DuckDB writes it: 120.0 and not 1.2E2, times without zeros behind the second, lists without quotation marks. The type is known to
 * Trino alone, and every branch must make sense for every type: hence the way through JSON.
 */
function shown(value: Sql): Sql {
  const plain = Sql`json_extract_scalar(CAST(${value} AS JSON), '$')`
  const is = (type: string): Sql => Sql`typeof(${value}) LIKE ${literal(type)}`
  const long = Sql`regexp_replace(regexp_replace(CAST(CAST(${plain} AS DECIMAL(38, 10)) AS VARCHAR), '0+$', ''), '[.]$', '.0')`
  const items = Sql`replace(replace(replace(json_format(CAST(${value} AS JSON)), '"', ''), ',', ', '), 'null', 'NULL')`
  return Sql`(CASE WHEN ${is('timestamp%')} THEN regexp_replace(${plain}, '[.]?0{1,6}$', '') WHEN ${is('array%')} THEN ${items} WHEN ${is('double')} AND strpos(${plain}, 'E') > 0 THEN ${long} ELSE ${plain} END)`
}

export const texts: TextWords = {
  trim: (text, characters) => Sql`trim(BOTH ${characters} FROM ${text})`,
  trimSpaces: (text) => Sql`trim(BOTH ' ' FROM ${text})`,
  shown: (value) => shown(value),
  size: (text) => Sql`CAST(length(to_utf8(${text})) AS VARCHAR)`,
  bytes: (text) => Sql`length(to_utf8(${text}))`,
  left: (text, count) => Sql`substr(${text}, 1, ${count})`,
  right: (text, count) => Sql`substr(${text}, greatest(length(${text}) - ${count} + 1, 1))`,
  contains: (text, part) => Sql`(strpos(${text}, ${part}) > 0)`,
  endsWith: (text, part) => Sql`(length(${text}) >= length(${part}) AND substr(${text}, length(${text}) - length(${part}) + 1) = ${part})`,
  replace: (text, part, by) =>
    Sql`(CASE WHEN ${part} = '' THEN CASE WHEN ${by} IS NOT NULL THEN ${text} END ELSE replace(${text}, ${part}, ${by}) END)`,
  like: (text, pattern) => Sql`(${text} LIKE regexp_replace(${pattern}, ${ESCAPES}, '$1$2') ESCAPE '\\')`,
  ascii: (text) => Sql`TRY(codepoint(CAST(${text} AS VARCHAR(1))))`,
  distance: (a, b) => Sql`levenshtein_distance(${a}, ${b})`,
  isJson: (text) => Sql`(TRY(json_parse(${text})) IS NOT NULL)`,
  // json_object of Trino puts the names in an order of its own, and json_format writes letters beyond 16 bits as two escapes.
  object(entries) {
    const parts = entries.map(
      ([name, value], at) => Sql`${literal(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)} || coalesce(${quoted(value)}, 'null')`,
    )
    return Sql`(${join([...parts, Sql`'}'`], ' || ')})`
  },
  md5: (text) => Sql`lower(to_hex(md5(to_utf8(${text}))))`,
  sha256: (text) => Sql`lower(to_hex(sha256(to_utf8(${text}))))`,
  md5Number(text) {
    const signed = Sql`CAST(from_big_endian_64(reverse(substr(md5(to_utf8(${text})), 9, 8))) AS DECIMAL(38, 0))`
    return Sql`(${signed} + CASE WHEN ${signed} < 0 THEN DECIMAL '18446744073709551616' ELSE DECIMAL '0' END)`
  },
  matches: (text, pattern, ignoreCase) => Sql`regexp_like(${text}, ${anywhere(pattern, ignoreCase)})`,
  fits: (text, pattern, ignoreCase) => Sql`regexp_like(${text}, '${ignoreCase ? Sql`(?i)` : Sql``}\\A(?:' || ${pattern} || ')\\z')`,
  extract: (text, pattern, group) =>
    Sql`coalesce(regexp_extract(${text}, ${pattern}, ${group}), CASE WHEN ${text} IS NOT NULL THEN '' END)`,
  groups: (text, pattern, groups) =>
    Sql`regexp_replace(${text}, ${pattern}, '${join(
      groups.map((group) => Sql`$${group}`),
      '',
    )}')`,
}
