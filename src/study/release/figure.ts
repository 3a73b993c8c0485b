import type { QcWorkspace } from '#qc'

import { identifier } from '#qc/sql.ts'
import { YES_NO } from '../dictionary/variable.ts'
import type { FormTable, Released } from './apply.ts'

/** Fewer persons than this are not told: who knows one of them would know them all. */
export const SMALLEST = 5
/** A number of persons or rows as it may be told; null: fewer than five. */
export const told = (count: number): number | null => (count < SMALLEST ? null : count)

const countIn = async (db: QcWorkspace, relation: string): Promise<number> =>
  Number((await db.all<{ n: number }>(`SELECT count(*) AS n FROM ${relation}`))[0]?.n ?? 0)
export const rowsIn = (db: QcWorkspace, { relation }: Released): Promise<number> => countIn(db, relation)
export const peopleIn = (db: QcWorkspace): Promise<number> => countIn(db, 'people')

/** How much of a variable is left: values that are there, and different ones. */
export type Loss = {
  form: number
  slot: number
  code: string
  filled: number | null
  left: number | null
  distinct: number | null
  kinds: number | null
}
type Counted = { filled: number; kinds: number }
const COUNT = (column: string, relation: string, where = '') =>
  `SELECT count(nullif(trim(${column}), '')) AS filled, count(DISTINCT nullif(trim(${column}), '')) AS kinds FROM ${relation} ${where}`

export const lossOf = async (db: QcWorkspace, released: readonly Released[], tables: readonly FormTable[]): Promise<Loss[]> => {
  const losses: Loss[] = []
  for (const { id, relation, columns } of released) {
    const before = tables.find((form) => form.id === id)
    for (const { chosen, offered } of columns) {
      const column = identifier(offered.code)
      const cohort = `WHERE ${identifier('subject.id')} IN (SELECT id FROM cohort)`
      const [was] = before ? await db.all<Counted>(COUNT(column, before.table.relation, cohort)) : []
      const [is] = await db.all<Counted>(COUNT(column, relation))
      const [filled, left] = [told(Number(was?.filled ?? 0)), told(Number(is?.filled ?? 0))]
      losses.push({
        form: chosen.form,
        slot: chosen.slot,
        code: offered.code,
        filled,
        left,
        distinct: filled === null ? null : Number(was?.kinds ?? 0),
        kinds: left === null ? null : Number(is?.kinds ?? 0),
      })
    }
  }
  return losses
}

/** `labelEn` where it is another. */
export type Bar = { label: string; labelEn?: string; count: number | null }
/** A released variable at a glance. `isNumber`: bars are bands of equal width. */
export type Look = { form: string; code: string; rows: number; filled: number; isNumber: boolean; bars: Bar[] }

const FEW = { label: '其他（每种不足 5 人）', labelEn: 'Others (fewer than 5 people each)' }
const MOST_KINDS = 12
/** How many bands are tried: fewer where too much of them would be hidden. */
const BINS = [10, 6, 4, 3, 2] as const
/** So much of what is there is to be seen. */
const SEEN = 0.8
const KINDS = (column: string, relation: string) =>
  `SELECT ${column} AS label, count(*) AS n, count(DISTINCT subject) AS persons FROM ${relation} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY n DESC, 1 LIMIT ${MOST_KINDS + 1}`
/** Bands of equal width over what is usual (three times the middle half to either side): one value far out must not press all others into one bar. */
const BANDS = (
  column: string,
  relation: string,
  bins: number,
) => `WITH v AS (SELECT subject, TRY_CAST(${column} AS DOUBLE) AS x FROM ${relation}),
    q AS (SELECT min(x) AS least, max(x) AS most, quantile_cont(x, 0.25) AS a, quantile_cont(x, 0.75) AS b FROM v),
    e AS (SELECT CASE WHEN a < b THEN greatest(least, a - 3 * (b - a)) ELSE least END AS low,
      CASE WHEN a < b THEN least(most, b + 3 * (b - a)) ELSE most END AS high, least, most FROM q),
    w AS (SELECT *, greatest((high - low) / ${bins}, 1e-9) AS width FROM e)
  SELECT greatest(0, least(floor((x - low) / width), ${bins - 1}))::INTEGER AS bin, count(*) AS n, count(DISTINCT subject) AS persons, any_value(low) AS low,
    any_value(width) AS width, any_value(least < low) AS "hasBelow", any_value(most > high) AS "hasAbove" FROM v, w WHERE x IS NOT NULL GROUP BY 1 ORDER BY 1`
const short = (n: number): string => String(Number(n.toPrecision(4)))

type Bin = { bin: number; n: number; persons: number; low: number; width: number; hasBelow: boolean; hasAbove: boolean }
/** As fine as the persons allow: bars that are all hidden say nothing. */
const bandsOf = async (db: QcWorkspace, column: string, relation: string): Promise<Bar[]> => {
  let best: { bars: Bar[]; seen: number } = { bars: [], seen: -1 }
  for (const bins of BINS) {
    const found = await db.all<Bin>(BANDS(column, relation, bins))
    const bars = found.map(({ bin, n, persons, low, width, hasBelow, hasAbove }): Bar => {
      const from = low + bin * width
      const [isFirst, isLast] = [bin === 0 && hasBelow, bin === bins - 1 && hasAbove]
      const label = isFirst ? `< ${short(from + width)}` : isLast ? `≥ ${short(from)}` : `${short(from)}–${short(from + width)}`
      return { label, count: persons < SMALLEST ? null : Number(n) }
    })
    const seen = bars.reduce((sum, { count }) => sum + (count ?? 0), 0)
    if (seen > best.seen) best = { bars, seen }
    if (seen >= SEEN * found.reduce((sum, { n }) => sum + Number(n), 0)) break
  }
  return best.bars
}

/** The first look at what was released: of few persons only that there are some. Texts with more kinds than can be drawn, and pseudonyms, have none. */
export const lookAt = async (db: QcWorkspace, released: readonly Released[]): Promise<Look[]> => {
  const looks: Look[] = []
  for (const one of released) {
    const rows = await rowsIn(db, one)
    for (const { chosen, offered } of one.columns) {
      if (chosen.treatment.kind === 'pseudonym' || chosen.treatment.kind === 'mask') continue
      const column = identifier(offered.code)
      const [{ filled } = { filled: 0 }] = await db.all<{ filled: number }>(`SELECT count(${column}) AS filled FROM ${one.relation}`)
      const isNumber = chosen.treatment.kind === 'keep' && (offered.type === 'integer' || offered.type === 'number')
      const bars: Bar[] = []
      if (isNumber) bars.push(...(await bandsOf(db, column, one.relation)))
      else {
        type Kind = { label: string; n: number; persons: number }
        const kinds = await db.all<Kind>(KINDS(column, one.relation))
        if (kinds.length > MOST_KINDS) continue
        const items = offered.type === 'yesNo' ? YES_NO.items : offered.items
        const named = (value: string): Pick<Bar, 'label' | 'labelEn'> => {
          const item = items.find(({ code }) => code === value)
          return item ? { label: item.label || item.labelEn || value, labelEn: item.labelEn || item.label || value } : { label: value }
        }
        // What only few have is not even named.
        const plain = kinds.filter(({ persons }) => persons >= SMALLEST)
        bars.push(...plain.map(({ label, n }) => ({ ...named(label), count: Number(n) })))
        if (plain.length < kinds.length) bars.push({ ...FEW, count: null })
      }
      looks.push({ form: one.code, code: offered.code, rows, filled: Number(filled), isNumber, bars })
    }
  }
  return looks
}
