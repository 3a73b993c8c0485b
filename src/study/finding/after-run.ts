import { FINDING_STATES, OPEN_STATES, type FindingState } from './state.ts'

/** Why a run changed a finding: other data, another version of the rule, or a date until which it was accepted. */
export const CAUSES = ['data', 'rule', 'until'] as const
export type Cause = (typeof CAUSES)[number]

/** What a run that covered a finding saw of it. */
export type Sighting = {
  /** As the ledger has it; null for what it has never seen. */
  state: FindingState | null
  isFound: boolean
  /** Of what the check looked at, something is not as the ledger has it. */
  isChanged: boolean
  /** It was accepted until a date that has passed. */
  isLapsed: boolean
  /** The rule has another version than in the run before. */
  isNewRule: boolean
}
/** `to` may be the state that it has: then only its value is another. */
export type Effect = { to: FindingState; cause: Cause }

const isOpen = (state: FindingState): boolean => OPEN_STATES.some((open) => open === state)

/** What a run does to a finding that it covered; undefined where nothing is written. */
export const afterRun = ({ state, isFound, isChanged, isLapsed, isNewRule }: Sighting): Effect | undefined => {
  const cause = isNewRule ? 'rule' : 'data'
  if (state === null) return isFound ? { to: 'new', cause } : undefined
  if (!isFound) return isOpen(state) || (state === 'false_positive' && isNewRule) ? { to: 'resolved', cause } : undefined
  if (state === 'resolved') return { to: 'reopened', cause }
  if (isOpen(state)) return isChanged ? { to: state, cause: 'data' } : undefined
  if (isChanged) return { to: 'reopened', cause: 'data' }
  return state === 'accepted' && isLapsed ? { to: 'reopened', cause: 'until' } : undefined
}

const BOTH = [false, true]
/** Every sighting that leads to something, with what it leads to: the same rule for a million findings at once. */
export const effects = (): (Sighting & Effect)[] =>
  [null, ...FINDING_STATES].flatMap((state) =>
    BOTH.flatMap((isFound) =>
      BOTH.flatMap((isChanged) =>
        BOTH.flatMap((isLapsed) =>
          BOTH.flatMap((isNewRule) => {
            const sighting = { state, isFound, isChanged, isLapsed, isNewRule }
            const effect = afterRun(sighting)
            return effect ? [{ ...sighting, ...effect }] : []
          }),
        ),
      ),
    ),
  )
