import type { Words } from '#kernel'
import type { AnyRow } from './row.ts'

/** A write that a second person is asked for: enough to do it again when they agree. */
export type Request = {
  readonly resource: string
  /** `move`, `delete`, `unlock`, or an action of the area. */
  readonly action: string
  readonly input: Record<string, unknown>
  readonly record: number
}
/** The same while it is asked for. */
export type Ask = Omit<Request, 'record'> & {
  /** The right that one person alone would need for it, and the second one needs as well. */
  readonly rule: string
  readonly record: AnyRow
  readonly title: string
}
/** How many were changed, and for how many somebody else is asked. */
export type Done = { count: number; asked: number }
/** The record where it came to, or that somebody else is asked. */
export type Moved = { row: AnyRow } | { asked: number }

/** One thing that stands in the way of a move: in words, and where it is settled. */
export type Blocker = {
  readonly words: Words
  readonly address?: string
  /** The action of an area that settles it. */
  readonly start?: { readonly resource: string; readonly action: string; readonly input: Readonly<Record<string, unknown>> }
  /** What a waiver must name to let the move pass all the same; without it nobody can waive this. */
  readonly waiver?: string
}
