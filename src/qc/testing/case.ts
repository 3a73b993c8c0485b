import type { Example } from '../check.ts'

/** What one more row adds to the example's [denominator, violations]. */
export type Added = readonly [denominator: number, violations: number]

/**
 * The cases every check type must answer. Passing, failing and empty-table data come from the check's own example; these say what a row
 * of nulls, a row of missing codes and a row of nonsense add to it, and what happens exactly on the limit.
 */
export type Cases = {
  nulls: Added
  codes: Added
  nonsense: Added
  boundary: Partial<Example> & Pick<Example, 'violations' | 'denominator'>
  /** Status without any row, where it is not "not_applicable". */
  empty?: 'failed' | 'passed' | 'error'
  /** Checks that judge no rows (headers, files, history): only example and boundary apply. */
  rowless?: true
}

export const CODE = '-99'
export const NONSENSE = '¿b\u0007'
