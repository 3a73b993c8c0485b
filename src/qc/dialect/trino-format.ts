import { WrongValue } from '../problem.ts'
import { literal, Sql } from '../sql.ts'
import { text } from '../text.ts'

type Piece = 'year' | 'short' | 'month' | 'day' | 'hour' | 'twelve' | 'half' | 'minute' | 'second' | 'fraction'

/** What a written format reads, as strptime of DuckDB does: at most so many digits, fewer too. */
const PIECES: Readonly<Record<string, readonly [Piece, string]>> = {
  Y: ['year', String.raw`\d{1,4}`],
  y: ['short', String.raw`\d{1,2}`],
  m: ['month', String.raw`\d{1,2}`],
  d: ['day', String.raw`\d{1,2}`],
  H: ['hour', String.raw`\d{1,2}`],
  I: ['twelve', String.raw`\d{1,2}`],
  p: ['half', '[AaPp][Mm]'],
  M: ['minute', String.raw`\d{1,2}`],
  S: ['second', String.raw`\d{1,2}`],
  f: ['fraction', String.raw`\d{1,6}`],
}
const SHORT: Readonly<Record<string, string>> = { T: '%H:%M:%S', F: '%Y-%m-%d' }

/** The date in a text of one format; null where it is written otherwise. What cannot be said here is refused by its name. */
export function readFormat(value: Sql, format: string): Sql {
  const found: Piece[] = []
  const pattern = format
    .replaceAll(/%([TF])/g, (_, name: string) => SHORT[name] ?? '')
    .replaceAll(/%-?(.)|([^%]+)/gs, (whole, name: string | undefined, plain: string | undefined) => {
      if (plain !== undefined) return plain.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
      if (name === '%') return '%'
      const piece = PIECES[name ?? '']
      if (!piece)
        throw new WrongValue(
          'params.formats',
          text(`Trino 不支持日期格式中的“${whole}”`, `"${whole}" in a date format is not supported on Trino`),
        )
      found.push(piece[0])
      return `(${piece[1]})`
    })
  const whole = literal(String.raw`^[ \t\n\v\f\r]*${pattern}[ \t\n\v\f\r]*$`)
  const part = (piece: Piece, otherwise: string): Sql =>
    found.includes(piece) ? Sql`regexp_extract(${value}, ${whole}, ${found.indexOf(piece) + 1})` : literal(otherwise)
  const short = Sql`CAST(CAST(${part('short', '0')} AS INTEGER) + if(CAST(${part('short', '0')} AS INTEGER) < 69, 2000, 1900) AS VARCHAR)`
  const year = found.includes('short') ? short : Sql`lpad(${part('year', '1900')}, 4, '0')`
  const late = Sql`if(upper(${part('half', 'AM')}) = 'PM', 12, 0)`
  const hour = found.includes('twelve') ? Sql`CAST(CAST(${part('twelve', '0')} AS INTEGER) % 12 + ${late} AS VARCHAR)` : part('hour', '0')
  const day = Sql`${year} || '-' || ${part('month', '1')} || '-' || ${part('day', '1')}`
  const time = Sql`${hour} || ':' || ${part('minute', '0')} || ':' || ${part('second', '0')} || '.' || ${part('fraction', '0')}`
  return Sql`(CASE WHEN regexp_like(${value}, ${whole}) THEN TRY_CAST(${day} || ' ' || ${time} AS TIMESTAMP(6)) END)`
}
