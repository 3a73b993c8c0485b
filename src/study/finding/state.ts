/** What became of a violation, from the first run that found it to the one that finds it no more. */
export const FINDING_STATES = ['new', 'reopened', 'fixing', 'queried', 'accepted', 'false_positive', 'resolved'] as const
export type FindingState = (typeof FINDING_STATES)[number]

/** Still somebody's work. */
export const OPEN_STATES = ['new', 'reopened', 'fixing', 'queried'] as const satisfies readonly FindingState[]

/** Where a person may lead a finding, from where, and whether they say why. Whatever is not here is refused; runs follow `afterRun`. */
export const PERSON_MOVES = {
  accepted: { from: ['new', 'reopened', 'fixing', 'queried'], reason: true },
  fixing: { from: ['new', 'reopened'] },
  queried: { from: ['new', 'reopened'] },
  false_positive: { from: ['new', 'reopened'], reason: true },
  new: { from: ['fixing', 'queried'], reason: true },
} as const satisfies Partial<Record<FindingState, { from: readonly FindingState[]; reason?: true }>>

export type PersonMove = keyof typeof PERSON_MOVES
export const mayMove = (from: FindingState, to: PersonMove): boolean => {
  const sources: readonly FindingState[] = PERSON_MOVES[to].from
  return sources.includes(from)
}
