import type { Draft, Language, Resource, Row, Rules } from '#kernel'
import type { Widget } from './dashboard/widget.ts'
import type { Db } from './db/database.ts'
import type { Engine } from './resource/engine.ts'
import type { Vault } from './settings/vault.ts'
import type { Registry } from './resource/model.ts'

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
export type RequestFacts = { readonly id: string; readonly ip: string; readonly userAgent: string }

/** What areas may ask of the house besides rows. */
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
  readonly request: RequestFacts
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

type Custom<R extends Resource> = [keyof R['actions']] extends [never]
  ? { actions?: never }
  : { actions: { [A in keyof R['actions']]: (ctx: Ctx, rows: Row<R>[], input: Record<string, unknown>) => Promise<unknown> } }
type Change<R extends Resource> = Partial<Draft<R>>
type Hooks<R extends Resource> = {
  /** Narrows every read and write: true for all rows, false for none, or a condition. */
  scope?: (ctx: Ctx) => boolean | Where | Promise<boolean | Where>
  /** Where a resource with `view` reads its rows: a statement with the definition's columns. */
  source?: (registry: Registry) => string
  /** The last word on a row before it is read by somebody. */
  show?: (ctx: Ctx, row: AnyRow) => AnyRow
  /** Which values of a column `show` puts into words that contain this text, in small letters: they are found by it too. */
  meant?: (ctx: Ctx, field: string, text: string) => readonly string[]
  /** Columns whose value `show` hides from this reader in some rows: not to be filtered, searched or sorted by. */
  blind?: (ctx: Ctx) => readonly string[]
  /** Run at the start and every few seconds: brings what the area keeps in memory up to date. */
  load?: (ctx: Ctx) => Promise<void>
  /** What the area shows on the dashboard. */
  widgets?: readonly Widget[]
  before?: {
    add?: (ctx: Ctx, draft: Draft<R>) => Promise<Draft<R>>
    edit?: (ctx: Ctx, row: Row<R>, change: Change<R>) => Promise<Change<R>>
    del?: (ctx: Ctx, rows: Row<R>[]) => Promise<void>
  }
  after?: {
    add?: (ctx: Ctx, row: Row<R>) => Promise<void>
    edit?: (ctx: Ctx, row: Row<R>, before: Row<R>) => Promise<void>
    del?: (ctx: Ctx, rows: Row<R>[]) => Promise<void>
    restore?: (ctx: Ctx, rows: Row<R>[]) => Promise<void>
  }
}

/** The server half of an area. Absent hooks mean the generic behaviour; declared actions must be implemented. */
export const serve = <R extends Resource>(resource: R, half: Hooks<R> & Custom<R>): ServerHalf =>
  ({ resource, ...half }) as unknown as ServerHalf

/** The widened half that the engine calls. */
export type ServerHalf = Hooks<Resource> & {
  resource: Resource
  actions?: Record<string, (ctx: Ctx, rows: AnyRow[], input: Record<string, unknown>) => Promise<unknown>>
}
export type AnyRow = Record<string, unknown> & { id: number; version: number }
export { actionsMeant, actionWord, placesMeant, placeWord, readableChanges, refusalSentence } from './audit/words.ts'
export { countWidget } from './dashboard/widget.ts'
export type { Widget } from './dashboard/widget.ts'
export { MASK, maskEntry } from './resource/mask.ts'
export type { FieldRule } from './resource/mask.ts'
export type { Model, Registry } from './resource/model.ts'
export { readRestoreOptions } from './resource/restore.ts'
export { isSafeName } from './storage/file-name.ts'
export { userOf } from './storage/use.ts'
export { isSoundSetting } from './settings/default-item.ts'
export { shapeProblems as settingShapeProblems, valueProblem as settingValueProblem } from './settings/item.ts'
export type { Shape as SettingShape } from './settings/item.ts'
export { printArea } from './generator/code.ts'
export { planTable } from './generator/ddl.ts'
export { mountDesigns } from './generator/mount.ts'
export { dropRules } from './seed/drop-rules.ts'
export { draftFrom, listTables } from './generator/source.ts'
export { refuseUnheld, refuseUnheldGroups, refuseUnseenDepartments } from './auth/grant.ts'
export { scopeEffect } from './auth/scope-effect.ts'
export { ledgerOf } from './member/ledger.ts'
export { testMail } from './message/mail-text.ts'
export { GATEWAYS } from './message/provider.ts'
export { renderTemplate, templateById, variablesIn } from './message/render.ts'
export { sealSecrets } from './message/secret.ts'
export { sendTest } from './message/test-send.ts'
export type { Db } from './db/database.ts'
