import type { Parameter } from '../parameter.ts'
import type { ColumnProfile, TableProfile } from './types.ts'

const ENOUGH_ROWS = 20
const FEW = 20
/** Nobody prunes fifty thousand suggestions: of a matrix of measurements the first columns stand for the rest. */
const MOST_COLUMNS = 500
const DATE_LIKE = /birth|dob|出生|生日|visit|访视|date|日期|time|时间/i

/**
 * Parameters that this very table would pass, or nearly: a starting point a person prunes, not a judgement. Identifiers by
 * slug, limits with room around what was seen.
 */
export function suggestParameters(profile: Omit<TableProfile, 'suggested'>): Parameter[] {
  const taken = new Set<string>()
  const key = profile.columns.find((column) => isKey(column, profile.rows))
  return profile.columns.slice(0, MOST_COLUMNS).flatMap((column) =>
    forColumn(column, profile.rows, column === key).map((parameter) => {
      let id = `${column.name}.${parameter.check}`
      for (let n = 2; taken.has(id); n++) id = `${column.name}.${parameter.check}.${n}`
      taken.add(id)
      return { id, table: profile.table, ...(key ? { keyFields: [key.name] } : {}), columns: [column.name], ...parameter }
    }),
  )
}

/** Among a handful of rows nearly every column tells them apart: an age would be taken for the key. */
const isKey = (column: ColumnProfile, rows: number): boolean =>
  rows >= ENOUGH_ROWS &&
  column.missing === 0 &&
  column.type !== 'number' &&
  !column.dates &&
  column.distinct >= rows * (column.distinctExact ? 1 : 0.97) &&
  column.length.max <= 40

type Suggestion = Omit<Parameter, 'id' | 'table' | 'columns' | 'keyFields'>

function forColumn(column: ColumnProfile, rows: number, isTheKey: boolean): Suggestion[] {
  if (column.type === 'empty') return []
  const list: Suggestion[] = []
  const missing = column.missing / Math.max(1, rows)
  if (missing === 0) list.push({ check: 'not_null', severity: 'major' })
  else if (missing < 0.05)
    list.push({
      check: 'not_null',
      severity: 'minor',
      warn: { metric: 'count', op: '>', value: 0 },
      fail: { metric: 'ratio', op: '>', value: roundUp(missing * 2) },
    })
  if (isTheKey) list.push({ check: 'unique', severity: 'blocking' })
  if (rows < ENOUGH_ROWS) return list
  if (column.numbers && !isTheKey && column.identifiers.length === 0) list.push(...forNumbers(column))
  else if (column.dates && DATE_LIKE.test(column.name)) list.push({ check: 'not_future', severity: 'major' })
  else if (column.type === 'text' && !isTheKey) list.push(...forText(column))
  return list
}

function forNumbers(column: ColumnProfile): Suggestion[] {
  const { quantiles, min, max } = column.numbers!
  if (column.distinct <= 6 && column.distinctExact && column.type === 'integer') return [inSet(column)]
  const spread = quantiles.p99 - quantiles.p01
  if (spread === 0) return []
  const low = Math.max(min >= 0 ? 0 : -Infinity, nice(quantiles.p01 - spread, 'down'))
  const high = nice(quantiles.p99 + spread, 'up')
  const params = { ...(Number.isFinite(low) ? { min: low } : {}), ...(high >= max || high > quantiles.p99 ? { max: high } : {}) }
  return [
    { check: 'range', params, severity: 'major' },
    { check: 'outlier_iqr', params: { k: 3 }, severity: 'info' },
  ]
}

function forText(column: ColumnProfile): Suggestion[] {
  const kind = column.identifiers[0]?.kind
  if (kind === 'cn_resident_id') return [{ check: 'cn_resident_id', severity: 'major' }]
  if (column.distinctExact && column.distinct <= FEW && column.distinct > 1 && column.filled >= column.distinct * 5) return [inSet(column)]
  const main = column.patterns[0]
  if (main && main.share > 0.98 && /9/.test(main.pattern) && !/字/.test(main.pattern)) {
    return [{ check: 'regex', params: { pattern: patternOf(main.pattern) }, severity: 'minor' }]
  }
  return []
}

const inSet = (column: ColumnProfile): Suggestion => ({
  check: 'in_set',
  params: { values: column.top.filter((item) => item.count > 1 || column.distinct <= 3).map((item) => item.value) },
  severity: 'major',
})

/** A99-999 → [A-Z]+[0-9]{2}-[0-9]{3} */
export const patternOf = (shape: string): string =>
  shape.replaceAll(/9+|A|a|[^9Aa]/g, (run) => {
    if (run[0] === '9') return `[0-9]{${run.length}}`
    if (run === 'A') return '[A-Z]+'
    if (run === 'a') return '[a-z]+'
    return /[.^$*+?()[\]{}|\\]/.test(run) ? `\\${run}` : run
  })

const roundUp = (share: number): number => Math.min(1, Math.ceil(share * 1000) / 1000)

function nice(value: number, way: 'up' | 'down'): number {
  if (value === 0) return 0
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1)
  return Number(((way === 'up' ? Math.ceil(value / unit) : Math.floor(value / unit)) * unit).toPrecision(12))
}
