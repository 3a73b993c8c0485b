import type { Language, ListPage, Reason } from '#kernel'
import type { Database, Db } from '../db/database.ts'
import type { Actor } from './actor.ts'
import type { Done, Moved, Request } from './approval.ts'
import type { Model, Registry } from './model.ts'
import type { AnyRow } from './row.ts'
import type { Vault } from '../vault.ts'

export type { Actor, Scope } from './actor.ts'
export type { Where } from '../db/bind.ts'
export type { AnyRow } from './row.ts'
export type RequestInfo = { readonly id: string; readonly ip: string; readonly userAgent: string }

/** What areas may ask of the system besides rows. */
export type Services = {
  /** Ends every session of an account, at the next request of each. */
  endSessions(kind: 'admin' | 'member', ownerId: number): Promise<void>
  /** Rights may have changed: read them anew. */
  forgetActors(): void
  passwordChanged(kind: 'admin' | 'member', ownerId: number): Promise<void>
  /** Adds the rules and menus of resources that have none yet, in the course of the request that made them necessary. */
  syncRules(request?: Ctx['request']): Promise<void>
  /** Removes a stored file that no attachment has any more. */
  releaseFile(sha256: string): Promise<void>
  /** What is stored under this hash. For what was written to be read whole: a file of any size is sent, not read. */
  readStored(sha256: string): Promise<string>
  /** Secrets that the server must be able to read. */
  readonly vault: Vault
  /** Drops and reads anew whatever is kept in memory. */
  refresh(): Promise<void>
}

/** What was decided about a field while running, beyond what its definition says. */
export type FieldRule = { resource: string; field: string; watch: boolean; mask: boolean; groups: readonly number[] }
/**
 * Fields whose value, and pointers whose label, somebody may not read. A field that left the design is among them: the trail still has it.
 * `absent`: of these fields, those that this person is not even told of.
 */
export type Hidden = { fields: ReadonlySet<string>; labels: ReadonlySet<string>; absent: ReadonlySet<string> }
export type Reader = Pick<Ctx, 'actor' | 'engine'>
export interface Masking {
  /** The rules as they are now; everything remembered about actors is dropped. */
  replace(rules: readonly FieldRule[]): void
  rule(resource: string, field: string): FieldRule | undefined
  /** What some people see masked by a rule, as `resource field`. */
  masked(): string[]
  hidesNames(ctx: Reader): boolean
  hides(ctx: Reader, resource: string, field: string): boolean
  /** Whether somebody is not even told that there is such a field. */
  lacks(ctx: Reader, resource: string, field: string): boolean
  hidden(ctx: Reader, model: Model): Hidden
  revealed(ctx: Reader, model: Model): readonly string[]
  /** What a definition says of this person's reading is another than a moment ago. */
  forget(actor: Actor): void
}

/** Told of every row that is written, and of those that are gone for good, in their transaction. */
export type RowListener = {
  written(ctx: Ctx, model: Model, row: AnyRow, before: AnyRow | null): Promise<void>
  gone(ctx: Ctx, model: Model, ids: readonly number[]): Promise<void>
}

/** How the person wants what stands in the way of a restore to be settled. */
export type RestoreOptions = {
  withChildren?: boolean
  /** Bring the parents back as well… */
  withParents?: boolean
  /** …or come back without them. */
  toTop?: boolean
  /** New values of unique fields, by record. */
  values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** What a context offers of the engine: its rows, what is known about them, and who is told of them. */
export interface Rows {
  readonly registry: Registry
  readonly database: Database
  readonly masks: Masking
  readonly memory: { announce(ctx: Ctx, model: Model): Promise<void> }
  readonly listeners: readonly RowListener[]
  write<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T>
  attempt<T>(tx: Ctx, work: () => Promise<T>): Promise<T>
  rehearse<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T>
  list(ctx: Ctx, name: string, params: Record<string, unknown>, bin?: 'live' | 'recycled'): Promise<ListPage<AnyRow>>
  get(ctx: Ctx, name: string, id: number): Promise<AnyRow>
  add(ctx: Ctx, name: string, input: unknown, facts?: Record<string, unknown>): Promise<AnyRow>
  addAll(ctx: Ctx, name: string, inputs: readonly unknown[], facts?: readonly Record<string, unknown>[]): Promise<AnyRow[]>
  edit(ctx: Ctx, name: string, input: unknown, facts?: Record<string, unknown>): Promise<AnyRow>
  del(ctx: Ctx, name: string, ids: readonly number[]): Promise<number>
  restore(ctx: Ctx, name: string, ids: readonly number[], options?: RestoreOptions): Promise<number>
  purge(ctx: Ctx, name: string, ids: readonly number[]): Promise<Done>
  askPurge(ctx: Ctx, name: string, ids: readonly number[]): Promise<Done>
  place(ctx: Ctx, name: string, id: number, targetId: number): Promise<void>
  lock(ctx: Ctx, name: string, ids: readonly number[], locked: boolean): Promise<Done>
  move(ctx: Ctx, name: string, input: unknown, facts?: Record<string, unknown>): Promise<Moved>
  moveAll(ctx: Ctx, name: string, ids: readonly number[], to: string): Promise<void>
  carryOut(ctx: Ctx, request: Request): Promise<void>
  act(ctx: Ctx, name: string, action: string, ids: readonly number[], input: Record<string, unknown>): Promise<unknown>
}

export type Ctx = {
  /** The transaction of this write, or the pool for reads. */
  readonly db: Db
  readonly actor: Actor
  readonly language: Language
  readonly request: RequestInfo
  /** The department chosen in the header `group` and those below it; empty means all that the actor may see. */
  readonly departments: readonly number[]
  readonly engine: Rows
  readonly services: Services
  readonly reason?: Reason
  /** The moment that this write belongs to, when that is not now: the story of the demo hospital. No request can set it. */
  readonly at?: string
  /** A second person has agreed to what is done here. */
  readonly approved?: true
  /** Of which resource a verb is carried out that leaves what is locked as it is: what it writes there passes the lock, what it writes elsewhere does not. */
  readonly beside?: string
  /** Runs once the transaction is committed; never when it is rolled back. */
  afterCommit(work: () => void | Promise<void>): void
}

/** The moment of what is done here: what a record notes of it must not be later than its entry in the trail. */
export const nowOf = ({ at }: Pick<Ctx, 'at'>): string => at ?? new Date().toISOString()

/** Outside a transaction nothing is committed; work begun here would have nobody who notices that it failed. */
export const noCommit: Ctx['afterCommit'] = () => {
  throw new Error('afterCommit belongs inside engine.write')
}
