import type { CheckResult, Status } from '#qc'

/** Statuses that prove something: an error, a rule that does not apply and one that was skipped say nothing of what they did not find. */
const PROVING: readonly Status[] = ['passed', 'warned', 'failed']
export const proves = ({ status }: Pick<CheckResult, 'status'>): boolean => PROVING.includes(status)

/** Violations are entered whatever the thresholds say of their number: moving a threshold changes no finding. Only a rule that judges groups blames those alone that went beyond what each may. */
export const ENTERED_STATUSES = PROVING

const MASS_ROWS = 50_000
let massRows = MASS_ROWS
/** A mass of a tenth is a mass as well, and entered in a tenth of the time. */
export const massBeginsForTests = (rows = MASS_ROWS): void => void (massRows = rows)
const MASS_SHARE = 0.2
/** So many that the rule is wrong rather than the data: one finding stands for all of them. */
export const isMass = ({ violated, denominator }: Pick<CheckResult, 'violated' | 'denominator'>): boolean =>
  violated > massRows && violated > MASS_SHARE * denominator
