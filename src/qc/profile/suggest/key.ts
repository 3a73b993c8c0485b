import { isBlankText } from '../../cast.ts'
import { text } from '../../text.ts'
import type { Candidate, Suggestion } from './suggestion.ts'
import type { Sampled } from './sampled.ts'
import { wilson } from './suggestion.ts'

const ENOUGH_ROWS = 20
const NEARLY = 0.96
const MOST_PARTS = 3
const MOST_TRIED = 12

/** What names a row: one column, or two or three together. Never what names a person, and never free text or a measurement. */
export function findKey(candidates: readonly Candidate[], rows: number, first: Sampled): readonly string[] {
  if (rows < ENOUGH_ROWS) return []
  const able = candidates.filter(({ profile }) => couldBePart(profile, rows))
  const single = able.findIndex(
    ({ profile, loose }) => isSingle(profile, rows) && (profile.type === 'integer' || (loose?.share ?? 0) >= 0.9),
  )
  // A batch number far to the right may be unlike all others by chance: what stands before it names the row, if it can.
  const before = able
    .slice(0, single < 0 ? able.length : single)
    .filter(isPart)
    .slice(0, MOST_TRIED)
  const several = severalOf(
    before.map(({ profile }) => profile.name),
    first,
  )
  if (several.length > 0) return several
  return single < 0 ? [] : [able[single]!.profile.name]
}

/** A subject, a visit, a site: of one shape, or a number of few values. A measurement tells rows apart and names none. */
const isPart = ({ profile, loose, values }: Candidate): boolean =>
  !profile.dates &&
  profile.distinct > 1 &&
  profile.length.max <= 20 &&
  (profile.type === 'text' ? (loose?.share ?? 0) >= 0.9 : values !== undefined && values.length <= 30)

const couldBePart = ({ missing, type, identifiers, length }: Candidate['profile'], rows: number): boolean =>
  missing <= rows * 0.03 && type !== 'number' && type !== 'empty' && identifiers.length === 0 && length.max <= 40

const isSingle = ({ distinct, distinctExact, dates }: Candidate['profile'], rows: number): boolean =>
  !dates && distinct >= rows * (distinctExact ? NEARLY : 0.95)

/** Greedily the part that tells most rows apart, of about equal ones the first. */
function severalOf(names: readonly string[], { cells }: Sampled): string[] {
  const length = cells.values().next().value?.length ?? 0
  const key: string[] = []
  let parts: string[] = Array.from({ length }, () => '')
  while (key.length < MOST_PARTS) {
    const tried = names
      .filter((name) => !key.includes(name))
      .map((name) => {
        const joined = parts.map((part, index) => `${part}\0${cells.get(name)?.[index] ?? ''}`)
        return { name, joined, distinct: new Set(joined).size }
      })
    const most = Math.max(0, ...tried.map(({ distinct }) => distinct))
    const best = tried.find(({ distinct }) => distinct >= most * 0.99)
    if (!best) return []
    key.push(best.name)
    parts = best.joined
    if (best.distinct >= length * NEARLY) return key.length > 1 ? key : []
  }
  return []
}

export function forKey(key: readonly string[], { cells }: Sampled): Suggestion[] {
  if (key.length === 0) return []
  const columns = key.map((name) => cells.get(name) ?? [])
  const rows = (columns[0] ?? []).map((_, index) => columns.map((column) => column[index] ?? null)).filter((row) => !row.some(isBlankText))
  const distinct = new Set(rows.map((row) => JSON.stringify(row))).size
  const said = {
    confidence: wilson(distinct, rows.length),
    evidence: text(
      `${rows.length} 行中有 ${distinct} 个不同的 ${key.join(' + ')}`,
      `${distinct} different ${key.join(' + ')} in ${rows.length} rows`,
    ),
  }
  return [{ parameter: { check: key.length === 1 ? 'unique' : 'compound_unique', columns: key, severity: 'blocking' }, ...said }]
}
