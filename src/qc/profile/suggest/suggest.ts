import type { Parameter } from '../../parameter.ts'
import type { QcDatabase, StagedTable } from '../../table.ts'
import type { Text } from '../../text.ts'
import type { ColumnProfile, Evidence } from '../types.ts'
import { forColumn } from './column.ts'
import { findKey, forKey } from './key.ts'
import { missingCodesIn } from './missing-codes.ts'
import { forRelations } from './relation.ts'
import { sampleRows } from './sampled.ts'
import type { Candidate, Shape, Suggestion } from './suggestion.ts'

/** Nobody prunes fifty thousand suggestions: of a matrix of measurements the first columns stand for the rest. */
const MOST_COLUMNS = 500
/** Relations grow with the square of the columns. */
const MOST_RELATED = 120

export type Seen = { values?: readonly (readonly [string, number])[]; tight?: Shape; loose?: Shape }

/** Rules that most of the table follows, so that what breaks them is worth a look: a starting point that a person prunes, not a judgement. */
export async function suggestParameters(
  db: QcDatabase,
  table: StagedTable,
  columns: readonly ColumnProfile[],
  seen: ReadonlyMap<string, Seen>,
): Promise<{ suggested: Parameter[]; evidence: Evidence }> {
  const candidates = columns.slice(0, MOST_COLUMNS).map((profile): Candidate => {
    const found = seen.get(profile.name) ?? {}
    return { profile, ...found, missingCodes: missingCodesIn(profile, found.values ?? []) }
  })
  const related = candidates.slice(0, MOST_RELATED)
  const names = related.map(({ profile }) => profile.name)
  const isWhole = table.rows <= 4000
  const first = await sampleRows(db, table, names, true)
  const key = findKey(related, table.rows, first)
  const suggestions = [
    ...forKey(key, first),
    ...candidates.flatMap((candidate) => forColumn(candidate, table.rows, key.length === 1 && key[0] === candidate.profile.name)),
    ...forRelations(related, isWhole ? first : await sampleRows(db, table, names, false)),
  ]
  return named(suggestions, table.name, key)
}

function named(suggestions: readonly Suggestion[], table: string, key: readonly string[]): { suggested: Parameter[]; evidence: Evidence } {
  const evidence: Record<string, { confidence: number; evidence: Text }> = {}
  const suggested = suggestions.map(({ parameter, confidence, evidence: said }): Parameter => {
    const stem = `${parameter.columns.join('+')}.${parameter.check}`
    let id = stem
    for (let n = 2; id in evidence; n++) id = `${stem}.${n}`
    evidence[id] = { confidence, evidence: said }
    return { id, table, ...(key.length > 0 ? { keyFields: key } : {}), ...parameter }
  })
  return { suggested, evidence }
}
