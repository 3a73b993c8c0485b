import { findCheck } from './checks/registry.ts'
import type { Run } from './engine.ts'
import type { CheckResult } from './result.ts'
import type { Violation } from './violations.ts'

/**
 * Violations of a result as they may be passed on: without values of columns that look like persons, by whatever name the field goes.
 * The key stays: whoever chose it wants the row to be found.
 */
export function hidePersons(
  { violations }: Pick<Run, 'violations'>,
  { check }: Pick<CheckResult, 'check'>,
  list: readonly Violation[],
  hidden: ReadonlySet<string>,
): Violation[] {
  const always = findCheck(check)?.sensitive === true
  const isHidden = (item: Violation): boolean => always || violations.shownIn(item).some((name) => hidden.has(name))
  return list.map((item) => (item.value !== null && isHidden(item) ? { ...item, value: '••••' } : item))
}
