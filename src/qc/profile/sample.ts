import { isBlankText } from '../cast.ts'
import { identifier } from '../sql.ts'
import type { QcDatabase, StagedTable } from '../table.ts'
import { spread } from './spread.ts'

const CELLS = 1_000_000
const MOST_ROWS = 3000
const LEAST_ROWS = 100

/** Evenly spaced records, the same ones each time; shapes and suspicions are looked for in these in plain code. */
export async function sampleColumns(
  db: QcDatabase,
  table: StagedTable,
  onColumn: (column: string, texts: string[]) => void,
): Promise<number> {
  const wanted = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(CELLS / Math.max(1, table.columns.length))))
  const chosen = spread(db, table, wanted)
  let rows = 0
  const batch = 500
  for (let from = 0; from < table.columns.length; from += batch) {
    const columns = table.columns.slice(from, from + batch)
    const relation = table.narrow?.(columns) ?? table.relation
    const where = chosen ? ` WHERE ${chosen}` : ''
    const picked = await db.all(
      `SELECT ${columns.map((column, index) => `${identifier(column)} AS a${index}`).join(', ')} FROM ${relation}${where}`,
    )
    rows = picked.length
    columns.forEach((column, index) => {
      const cells = picked.map((row) => row[`a${index}`] as string | null)
      onColumn(
        column,
        cells.filter((cell): cell is string => cell !== null && !isBlankText(cell)),
      )
    })
  }
  return rows
}

const LONGEST_SHAPE = 40

/** 9 for a digit, A or a for a letter, 字 for an ideograph; runs of letters and ideographs collapse, digits are counted. */
export function shapeOf(text: string): string {
  let shape = ''
  let last = ''
  for (const character of text.length > LONGEST_SHAPE ? text.slice(0, LONGEST_SHAPE) : text) {
    const kind = kindOf(character)
    if (kind !== last || kind === '9') shape += kind
    last = kind === character ? '' : kind
  }
  return shape
}

function kindOf(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x80) return code >= 48 && code <= 57 ? '9' : code >= 65 && code <= 90 ? 'A' : code >= 97 && code <= 122 ? 'a' : character
  return /\p{Script=Han}/u.test(character) ? '字' : /\p{Nd}/u.test(character) ? '9' : character
}

export function shapesOf(texts: readonly string[], most = 5): { pattern: string; share: number }[] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const shape = shapeOf(text)
    counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, most)
    .map(([pattern, count]) => ({ pattern, share: count / texts.length }))
}
