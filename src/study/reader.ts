import { can, ruleOf } from '#kernel'
import type { Rules } from '#kernel'

/** Who asks, as far as a study wants to know. */
export type Reader = {
  readonly kind: 'admin' | 'member' | 'system'
  readonly id: number
  readonly rules: Rules
  readonly scope: { readonly all: boolean; readonly departments: readonly number[] }
}
/** The rows that a study gives: a context of the server is one. */
export type Asking = { readonly actor: Reader; readonly departments: readonly number[] }
/** All rows, or those of a condition on the alias `t` with `$1…` of its own. */
export type Seen = true | { readonly where: string; readonly params: readonly unknown[] }
export interface Rows {
  query<T>(text: string, params: readonly unknown[]): Promise<T[]>
  /** Which locks this transaction has taken until its end. */
  readonly held?: Set<string>
}

/** Whoever answers for the house and not for one study: super admins, and admins with this right. What a group of members holds is of other things. */
export const seesEveryStudy = ({ kind, rules }: Reader): boolean =>
  kind === 'system' || (kind === 'admin' && can(rules, ruleOf('study.project', 'all')))

/** Moves `$1…` behind as many parameters as there are already. */
const behind = (where: string, count: number): string => where.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + count}`)
/** The rows that both give. */
export const bothSeen = (one: Seen, other: Seen): Seen => {
  if (one === true) return other
  if (other === true) return one
  return { where: `(${one.where}) AND (${behind(other.where, one.params.length)})`, params: [...one.params, ...other.params] }
}
