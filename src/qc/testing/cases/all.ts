import type { Cases } from '../case.ts'
import { COMPLETENESS_CASES } from './completeness.ts'
import { CONSISTENCY_CASES } from './consistency.ts'
import { INTEGRITY_CASES } from './cross-table.ts'
import { FILE_CASES, STRUCTURE_CASES } from './files.ts'
import { PROCESS_CASES, STATISTICS_CASES } from './statistics.ts'
import { TIME_CASES } from './time.ts'
import { UNIQUENESS_CASES } from './uniqueness.ts'
import { VALUE_CASES } from './values.ts'

/** By check code. A check type of the catalogue without an entry here fails the test. */
export const ALL_CASES: Readonly<Record<string, Cases>> = {
  ...COMPLETENESS_CASES,
  ...STRUCTURE_CASES,
  ...FILE_CASES,
  ...VALUE_CASES,
  ...UNIQUENESS_CASES,
  ...CONSISTENCY_CASES,
  ...INTEGRITY_CASES,
  ...TIME_CASES,
  ...STATISTICS_CASES,
  ...PROCESS_CASES,
}
