import type { Language, Rules } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Engine } from '../resource/engine.ts'
import type { Vault } from '../vault.ts'

export type AnyRow = Record<string, unknown> & { id: number; version: number }
/** A condition on rows of the alias `t`; `$1…` count from one within it. */
export type Where = { readonly where: string; readonly params: readonly unknown[] }
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
}
export type RequestInfo = { readonly id: string; readonly ip: string; readonly userAgent: string }

/** What areas may ask of the system besides rows. */
export type Services = {
  /** Ends every session of an account, at the next request of each. */
  endSessions(kind: 'admin' | 'member', ownerId: number): Promise<void>
  /** Rights may have changed: read them anew. */
  forgetActors(): void
  passwordChanged(kind: 'admin' | 'member', ownerId: number): Promise<void>
  /** Adds the rules and menus of resources that have none yet. */
  syncRules(): Promise<void>
  /** Removes a stored file that no attachment has any more. */
  releaseFile(sha256: string): Promise<void>
  /** Secrets that the server must be able to read. */
  readonly vault: Vault
  /** Drops and reads anew whatever is kept in memory. */
  refresh(): Promise<void>
}

export type Ctx = {
  /** The transaction of this write, or the pool for reads. */
  readonly db: Db
  readonly actor: Actor
  readonly language: Language
  readonly request: RequestInfo
  /** The department chosen in the header `group` and those below it; empty means all that the actor may see. */
  readonly departments: readonly number[]
  readonly engine: Engine
  readonly services: Services
  readonly reason?: string
  /** The moment that this write belongs to, when that is not now: the story of the demo hospital. No request can set it. */
  readonly at?: string
  /** A second person has agreed to what is done here. */
  readonly approved?: true
  /** Runs once the transaction is committed; never when it is rolled back. */
  afterCommit(work: () => void | Promise<void>): void
}

/** Outside a transaction nothing is committed; work begun here would have nobody who notices that it failed. */
export const noCommit: Ctx['afterCommit'] = () => {
  throw new Error('afterCommit belongs inside engine.write')
}
