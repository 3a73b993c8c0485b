import type { Condition, GatedOf, Held, InputOf, Language, Locale, Marks, Resource, Row, Words } from '#kernel'
import type { Actor, AnyRow, Ctx, Where } from './context.ts'
import type { Model, Registry } from './model.ts'
import type { Ask, Blocker } from './approval.ts'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from '../notification/kind.ts'

/** A value of a field that keeps codes, and the record that it stands in. */
export type Coded = { readonly id: number; readonly value: string }
/** One value inside a structure that differs: where it stands in it, and what it was and is. */
export type Part = { name: string; before: string | null; after: string | null }
/** What changed inside a structure of a record. */
export type Parted = { readonly id: number; readonly parts: readonly Part[] }
type Parts = Readonly<Record<string, (ctx: Ctx, all: readonly Parted[]) => Promise<readonly (readonly Part[])[]>>>
type Said = Readonly<Record<string, (ctx: Ctx, all: readonly Coded[]) => Promise<readonly string[]>>>

/** One moment of the database, where tables may be made for the while, and the stored files by their hashes. */
export type Proof = { readonly db: Db; pathOf(sha256: string): string; say(line: string): void; signal: AbortSignal }

/** The day as the reader's clock has it: an IANA zone that was checked, and the days shown, oldest first. */
export type Days = { zone: string; list: readonly string[] }

/** A figure; `since` is what came in the last seven days, `before` what it was yesterday. Neither is there when nobody counted it. */
type Stat = { kind: 'stat'; value: number; unit?: 'bytes'; capped?: boolean; since?: number; before?: number }
type Series = { kind: 'series'; chart: 'line' | 'bar'; lines: { name: string; values: number[] }[] }
/** `word`: what the trail calls the action, where the board has no verb of its own for it. */
type Feed = { kind: 'feed'; entries: { at: string; by: string; action: string; word?: string; where: string; what: string }[] }
/** A sentence that stays until what it says is mended. */
type Notice = { kind: 'notice'; text: string }
/** Rows that ask for somebody: how many, how many of them too late, and the page that lists exactly those. */
type Work = { kind: 'work'; column: WorkColumn; value: number; capped: boolean; late?: number; path: string }
export type WorkColumn = 'waits' | 'runs' | 'worse'
/**
 * Several things side by side, each figure a door to its rows: how far each has come, its last scores, oldest first, and what is open in it by
 * age, youngest first. Null: not the reader's to see.
 */
type Health = {
  kind: 'health'
  lines: readonly {
    title: string
    state: string
    path: string
    reached: { value: number; of: number | null; path: string } | null
    scores: { points: readonly { at: string; value: number; path: string }[]; path: string } | null
    open: { ages: readonly number[]; path: string } | null
  }[]
}
export type WidgetData = Stat | Series | Feed | Notice | Work | Health

/** One thing on the dashboard. An area contributes its own in `serve(…, { widgets })`; who may not see it does not get it. */
export type Widget = {
  key: string
  title: Words
  icon: string
  /** Whoever lacks it never learns that the widget exists. */
  rule: string
  order: number
  /** Where its figures can be read one by one. */
  path?: string
  /** Null: there is nothing to say today. */
  read(ctx: Ctx, days: Days): Promise<WidgetData | null>
}

/** Work of a member, on the first page of the member centre: how much of it there is, how much too late, and their page that lists it. */
export type MemberWork = Pick<Widget, 'key' | 'title' | 'icon' | 'rule' | 'order'> & {
  path: string
  count(ctx: Ctx): Promise<{ value: number; late: number }>
}

/** A definition that is data, and the table of the schema `record` that holds its rows. */
export type Provided = {
  readonly resource: Omit<Resource, 'name' | 'base'>
  readonly locale: Locale
  readonly table: string
  /** Whether somebody without the right `reveal` reads a sensitive field all the same. */
  readonly reads?: (actor: Actor, field: string) => boolean
  /** Whether a field is hidden from somebody whatever rights they hold: no `reveal` and no group stands for it. */
  readonly blinds?: (actor: Actor, field: string) => boolean
  /** Whether somebody who does not read a field is not even told that there is one: it is absent instead of masked. */
  readonly absents?: (actor: Actor, field: string) => boolean
}

export type Provider = {
  /** What is there now, as a short text that changes with the definition: asked at every request. Undefined: nothing, or not for this person. */
  revision(ctx: Ctx, rest: string): Promise<string | undefined>
  define(ctx: Ctx, rest: string): Promise<Provided>
}

/** A file that somebody has sent: it lies in the store under its hash. `record`: what it was sent to, if not to the resource as such. */
export type SentFile = {
  readonly name: string
  /** Where it lay with whoever sent it, if it came with its folder: `seriesA/T1`. */
  readonly folder?: string
  readonly size: number
  readonly sha256: string
  readonly record: number | null
  /** What a new record stands for, by field: `datafile?subject=7`. */
  readonly about?: Readonly<Record<string, number>>
  /** Another area has asked its sender for it and answers for their place: never taken from what a sender says. */
  readonly isAskedFor?: true
  /** Where its bytes lie. */
  readonly path?: string
}
/** What whoever sent a file is told of it once it is kept, and the record that shows it. */
export type ToldOfFile = { readonly words: Words; readonly resource: string; readonly record: number }
/** Files that people send to a resource or to one of its records. */
export type Uploads = {
  /** Refuses before the first byte comes: who sends, where to, and, where it is said, what. */
  guard(ctx: Ctx, record: number | null, plan?: { name: string; size: number; about?: SentFile['about'] }): Promise<void>
  /** Refuses what has arrived by its content, before it is stored: nothing of it stays. */
  prove?(ctx: Ctx, path: string, plan: { name: string; size: number }): Promise<void>
  /** Keeps a file that has arrived, as the person who sent it, in one transaction with the end of its intake. What it answers may hold `told`. */
  receive(ctx: Ctx, file: SentFile): Promise<unknown>
}

export type Custom<R extends Resource> = [keyof R['actions']] extends [never]
  ? { actions?: never }
  : { actions: { [A in keyof R['actions']]: (ctx: Ctx, rows: Row<R>[], input: InputOf<R['actions'][A]>) => Promise<unknown> } }
export type Gates<R extends Resource> = [GatedOf<R>] extends [never]
  ? { gates?: never }
  : { gates: { [G in GatedOf<R>]: (ctx: Ctx, row: Row<R>, model: Model, input: Record<string, unknown>) => Promise<readonly Blocker[]> } }
/** Which rows answer what no column holds. */
export type Answer = {
  /** Whoever lacks it is not told that this can be asked. */
  readonly rule?: string
  where(ctx: Ctx, model: Model, condition: Condition): Where | Promise<Where>
}
/** What an area may add, in terms of its stored record and of what a form sends. */
export type Hooks<Stored, Sent, Change = Partial<Sent>> = {
  /** Narrows every read and write: true for all rows, false for none, or a condition. */
  scope?: (ctx: Ctx) => boolean | Where | Promise<boolean | Where>
  /** Whether a record, as it is or as it would become, stands within something locked: what that is and who locked it, or null. */
  lockScope?: (ctx: Ctx, row: Stored, model: Model) => Promise<Words | null>
  /** The same told to whoever reads these records, before they try: of a page of a list in one question. */
  held?: (ctx: Ctx, model: Model, rows: readonly AnyRow[]) => Promise<Readonly<Record<number, Held>>>
  /** What of this area stands in the way of a gated step of another one's record: open findings of a study that is to be frozen. */
  holdsBack?: (ctx: Ctx, step: Pick<Ask, 'resource'> & { record: number; gate: string }) => Promise<readonly Blocker[]>
  /** Which of them were waived by two people: by what the blocker says a waiver must name. */
  waived?: (ctx: Ctx, step: Pick<Ask, 'resource'> & { record: number; gate: string }) => Promise<readonly string[]>
  /** Before a record is held for a move, or for an action that a second person agrees to: where those who share it would let each other in for ever, it takes its turn first. */
  turn?: (ctx: Ctx, id: number, to: string) => Promise<void>
  /** What a guard of the area's own in the database refuses, by its SQLSTATE and detail, in the same words; null: it is not of this area. */
  refused?: (state: string, detail: string) => Words | null
  /** Where a resource with `view` reads its rows: a statement with the definition's columns. */
  source?: (registry: Registry) => string
  /** Where the resources below this one come from when they are data: `clinical.data.f12` below `clinical.data`. */
  provider?: Provider
  /** What is to be noticed about cells of these rows: record → field → kinds of marks. Asked once per page of a list. */
  marks?: (ctx: Ctx, model: Model, rows: readonly AnyRow[]) => Promise<Marks>
  /** Told of every row that is written, in its transaction, whichever way it came: by a form, a move, a restore, the release of a reference. */
  written?: (ctx: Ctx, model: Model, row: AnyRow, before: AnyRow | null) => Promise<void>
  /** The last word on a row before it is read by somebody. */
  show?: (ctx: Ctx, row: AnyRow) => AnyRow
  /** The same for all rows of a page, where one question answers for all of them. */
  showAll?: (ctx: Ctx, rows: readonly AnyRow[]) => Promise<readonly AnyRow[]>
  /** Fields that nobody edits and that keep codes: how they are said to this reader, in lists, on paper and in the trail. */
  said?: Said
  /** Fields that hold structures: how what changed in them, path by path, is said to this reader in the trail. What says nothing is left out. */
  parts?: Parts
  /** Which values of a column `show` puts into words that contain this text, in small letters: they are found by it too. */
  valuesMatching?: (ctx: Ctx, field: string, text: string) => readonly string[]
  /** Of what the definition says under `asks`. */
  asks?: Readonly<Record<string, Answer>>
  /** Columns whose value `show` hides from this reader in some rows: not to be filtered, searched or sorted by. */
  unsearchable?: (ctx: Ctx) => readonly string[] | Promise<readonly string[]>
  /** Columns that `show` or `showAll` narrow for this reader in these rows: what they were before is no more theirs to read than what they are. */
  withheld?: (ctx: Ctx, rows: readonly AnyRow[]) => Promise<Readonly<Record<number, readonly string[]>>>
  /** Of a log: which resource a row speaks of, and the values of its records that it shows. */
  tells?: (row: Readonly<Record<string, unknown>>) => { resource: string; values: Readonly<Record<string, unknown>> }
  /** Brings what is kept in memory of these rows up to date: at the start, after every write to them, and at once when another process wrote. */
  load?: (ctx: Ctx) => Promise<void>
  /** Asked before records of any resource leave the bin for good. It is in their transaction: what it goes by cannot be old. */
  guardPurge?: (ctx: Ctx, model: Model, rows: readonly AnyRow[]) => Promise<void>
  /** Asked of every area before somebody writes records of any resource, as they are or, of new ones, as they would become: may refuse. */
  guardWrite?: (ctx: Ctx, model: Model, rows: readonly AnyRow[]) => Promise<void>
  /** Of a move whose definition leaves it to the half: whether this record takes that step only with a second person. */
  wantsSecond?: (ctx: Ctx, row: Stored, to: string) => Promise<boolean>
  /** Keeps what a second person is asked for until it is decided. One area does. */
  askSecond?: (ctx: Ctx, ask: Ask) => Promise<void>
  /** Asked before somebody decides about such a request, of every area: may refuse. */
  guardApproval?: (ctx: Ctx, ask: Pick<Ask, 'resource' | 'action'> & { record: number }) => Promise<void>
  /** What of the area has no entry in the trail for each record, against what proves it there; answers what is wrong, in words. */
  replay?: (proof: Proof) => Promise<readonly string[]>
  /** Calls of its own as they stand in the description of all calls (OpenAPI), beside those that the definition brings. */
  paths?: (language: Language) => Readonly<Record<string, object>>
  uploads?: Uploads
  /** Members read the files of the records that they see; a function says which of these records where their place does, and not a department. */
  memberFiles?: true | ((ctx: Ctx, ids: readonly number[]) => Promise<readonly number[]>)
  /** What the area shows on the dashboard. */
  widgets?: readonly Widget[]
  /** What of the area waits for members. */
  memberWork?: readonly MemberWork[]
  /** What the area tells people of. */
  notifications?: readonly NotificationKind[]
  /** `model`: which of the resources below a provider it is about; otherwise the area itself. */
  before?: {
    add?: (ctx: Ctx, draft: Sent, model: Model) => Promise<Sent>
    edit?: (ctx: Ctx, row: Stored, change: Change, model: Model) => Promise<Change>
    del?: (ctx: Ctx, rows: Stored[]) => Promise<void>
    /** What changes about a record as it comes back. */
    restore?: (ctx: Ctx, row: Stored) => Promise<Change>
    purge?: (ctx: Ctx, rows: Stored[]) => Promise<void>
    /** What changes about a record beside its state. */
    move?: (ctx: Ctx, row: Stored, to: string) => Promise<Change>
  }
  after?: {
    add?: (ctx: Ctx, row: Stored) => Promise<void>
    edit?: (ctx: Ctx, row: Stored, before: Stored) => Promise<void>
    del?: (ctx: Ctx, rows: Stored[]) => Promise<void>
    restore?: (ctx: Ctx, rows: Stored[]) => Promise<void>
    move?: (ctx: Ctx, row: Stored, before: Stored) => Promise<void>
  }
}

/** The half as the engine calls it: the types of one area are forgotten here, once. */
export type ServerHalf = Hooks<AnyRow, Record<string, unknown>> & {
  resource: Resource
  gates?: Record<string, (ctx: Ctx, row: AnyRow, model: Model, input: Record<string, unknown>) => Promise<readonly Blocker[]>>
  actions?: Record<string, (ctx: Ctx, rows: AnyRow[], input: Record<string, unknown>) => Promise<unknown>>
}
