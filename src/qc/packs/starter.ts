import type { Parameter } from '../parameter.ts'
import type { TableProfile } from '../profile/types.ts'

/** What every table should survive, then what its profile suggests. */
export function starterPack(profile: TableProfile): Parameter[] {
  const { table } = profile
  const key = profile.suggested[0]?.keyFields
  const keyFields = key ? { keyFields: key } : {}
  return [
    { id: `${table}.row_count_between`, check: 'row_count_between', table, params: { min: 1 }, severity: 'blocking' },
    { id: `${table}.row_count_manifest`, check: 'row_count_manifest', severity: 'blocking' },
    { id: `${table}.duplicate_column_name`, check: 'duplicate_column_name', table, severity: 'blocking' },
    { id: `${table}.ragged_row`, check: 'ragged_row', table, severity: 'major' },
    { id: `${table}.blank_row`, check: 'blank_row', table, severity: 'minor', ...keyFields },
    { id: `${table}.duplicate_row`, check: 'duplicate_row', table, severity: 'major', ...keyFields },
    ...profile.suggested,
  ]
}
