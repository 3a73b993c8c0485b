import type { Resource } from './resource.ts'

/** How a record comes into a state. No form sets `state`: it is moved, one step at a time, by whoever has the right to that step. */
export type Move = {
  readonly from: readonly string[]
  /** The right that it needs, where several moves share one; otherwise it has the name of the state. */
  readonly rule?: string
  /** Wants to be told why: always, or when it comes from these states. */
  readonly reason?: true | readonly string[]
  /** Happens when a second person agrees: always, when it comes from these states, or when the server half finds so (`wantsSecond`). Whoever asks says why. */
  readonly second?: true | readonly string[] | 'half'
  /** The server half says what still stands in the way. */
  readonly gate?: true
  /** Done by the server's own code alone: no call and no button. */
  readonly server?: true
}
export type Moves = Readonly<Record<string, Move>>

/** When a change of a record must say why: of every one, or once it has left its first state. */
export type ReasonRule = 'always' | 'afterSubmit'
/** Where a form shows that a reason is missing: no field can have this name. */
export const REASON = '_reason'

const holds = (when: true | readonly string[] | undefined, from: unknown): boolean =>
  when === true || (when?.includes(String(from)) ?? false)
/** What the step from this state asks for, as far as the state says it. */
export const asksOf = ({ reason, second }: Pick<Move, 'reason' | 'second'>, from: unknown): { reason: boolean; second: boolean } => ({
  reason: holds(reason, from),
  second: second !== 'half' && holds(second, from),
})
/** Whether a second person could be asked for one of many: then each is asked for by itself. */
export const mayAskSecond = (move: Move): boolean => move.second === 'half' || move.from.some((from) => asksOf(move, from).second)

export const moveRule = ({ moves }: Resource, to: string): string => moves?.[to]?.rule ?? to
/** The moves that a person can be given, by the right that they need. */
export const openMoves = ({ moves = {} }: Pick<Resource, 'moves'>): string[] => Object.keys(moves).filter((to) => !moves[to]!.server)
/** Where a record in this state can go. */
export const movesFrom = (r: Pick<Resource, 'moves'>, state: unknown): string[] =>
  openMoves(r).filter((to) => r.moves![to]!.from.includes(String(state)))

export const firstState = ({ fields }: Pick<Resource, 'fields'>): string | undefined => {
  const state = fields['state']
  return state && 'options' in state ? (typeof state.default === 'string' ? state.default : state.options[0]) : undefined
}

/** Whether changing or removing this record must be explained. */
export const asksReason = (r: Resource, row: Readonly<Record<string, unknown>>): boolean =>
  r.reason === 'always' || (r.reason === 'afterSubmit' && row['state'] !== firstState(r))
