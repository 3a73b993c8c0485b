import type { Table } from '../expression/suggest.ts'
import { useTables } from './catalogue.ts'
import type { Named } from './named.ts'

const NONE: readonly Table[] = []

/** The dictionary that a rule's settings are picked from. A rule of no study, and one whose study has published nothing, has none: its names are typed. */
export const useNamed = (of: { parameter: number } | { study: number | null }): { tables: readonly Table[]; named: Named | undefined } => {
  const { data, isLoading, error, refetch } = useTables(of)
  const isTyped = !isLoading && !error && (data === undefined || data.length === 0)
  const tables = data ?? NONE
  return { tables, named: isTyped ? undefined : { tables, isLoading, isFailed: error !== null, retry: () => void refetch() } }
}
