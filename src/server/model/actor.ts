import type { Rules } from '#kernel'

/** Which rows of scoped resources somebody sees: all, or those of these departments, or the own ones. */
export type Scope = { readonly all: boolean; readonly departments: readonly number[] }
/** Who acts. `system` is the process itself: migrations, seeds, jobs. */
export type Actor = {
  readonly kind: 'admin' | 'member' | 'system'
  readonly id: number
  readonly name: string
  readonly super: boolean
  readonly rules: Rules
  readonly departmentId: number | null
  /** The enabled groups of an admin. */
  readonly groups: readonly number[]
  readonly scope: Scope
  /** The token that a machine delivers with, in the name of whoever issued it. */
  readonly machine?: number
}

export const SYSTEM: Actor = {
  kind: 'system',
  id: 0,
  name: 'system',
  super: true,
  rules: { '*': true },
  departmentId: null,
  groups: [],
  scope: { all: true, departments: [] },
}

/** What an owner, an asker or a decider is compared with. Only admins own records: a member has the same numbers for other people. */
export const adminId = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): number | null => (kind === 'admin' ? id : null)
