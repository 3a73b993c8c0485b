import type { ImportNote, QcDatabase, SqlRow, StagedTable } from '../table.ts'
import { aggregateColumns } from './layout.ts'
import { guardPass } from './measure.ts'
import { sampleColumns } from './sample.ts'

const COUNTED = {
  leadingZeros: 'leading_zeros',
  longNumbers: 'long_numbers',
  fullWidth: 'full_width',
  invisible: 'invisible',
  headBlanks: 'leading_blanks',
  tailBlanks: 'trailing_blanks',
} as const

/** 3/4/2024 is March in one country and April in another; only a day above twelve tells. */
const AMBIGUOUS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?:\s|$)/
/** What spreadsheets made of MARCH1, SEPT2 and 1-2. */
const EXCEL_DATE =
  /^(?:\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2}|\d{1,2}月\d{1,2}日)$/i
const SERIAL = /^[34]\d{4}(?:\.\d+)?$/
const EXPONENT = /^\d(?:\.\d+)?E\+\d{2,}$/i
const PLAIN = /^-?\d+(?:\.\d+)?$/
const DATE_NAME = /日期|时间|date|time|dtc?$|dob|birth/i

/** Counted over all rows. */
export const countedNotes = (column: string, counts: SqlRow): ImportNote[] =>
  Object.entries(COUNTED).flatMap(([name, code]) => {
    const count = Number(counts[name] ?? 0)
    return count > 0 ? [{ code, column, count, severity: 'warning' } as const] : []
  })

/** Too dear to look for in every cell: found in the sample, so the count is the sample's. */
export function sampledNotes(column: string, sample: readonly string[]): ImportNote[] {
  const seen = (code: string, test: (text: string) => boolean): ImportNote[] => {
    const hits = sample.filter(test)
    return hits.length > 0 ? [{ code, column, count: hits.length, detail: hits[0] as string, severity: 'warning' }] : []
  }
  // A column of plain decimals holds none of these; looking at every cell of 15,000 such columns takes seconds.
  if (sample.every((text) => PLAIN.test(text)) && !DATE_NAME.test(column)) return []
  return [
    ...seen('ambiguous_dates', (text) => {
      const part = AMBIGUOUS.exec(text)
      return part !== null && Number(part[1]) <= 12 && Number(part[2]) <= 12 && part[1] !== part[2]
    }),
    ...seen('excel_dates', (text) => EXCEL_DATE.test(text)),
    ...(DATE_NAME.test(column) ? seen('date_serials', (text) => SERIAL.test(text)) : []),
    ...seen('exponents', (text) => EXPONENT.test(text)),
  ]
}

/** What reading this table elsewhere would change, for the page a person sees before accepting a delivery. */
export async function importGuard(db: QcDatabase, table: StagedTable): Promise<ImportNote[]> {
  const counts = await aggregateColumns(db, table, table.columns, guardPass)
  const notes = new Map<string, ImportNote[]>()
  await sampleColumns(db, table, (column, texts) => notes.set(column, sampledNotes(column, texts)))
  return table.columns.flatMap((column) => [...countedNotes(column, counts.get(column) ?? {}), ...(notes.get(column) ?? [])])
}
