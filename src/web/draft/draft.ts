/** What stands beside a list or a record and was open when the session ended. */
export type KeptSide = {
  resource: string
  place: string
  opened: { kind: 'add'; parent: number | null } | { kind: 'edit'; ids: readonly number[] }
}

/** What somebody has typed and not saved: only the fields that differ, each with what it was before. */
export type Typed = {
  /** Which form it was: one record, or a new one of one page. */
  key: string
  /** The page it stood on. */
  path: string
  values: Record<string, unknown>
  before: Record<string, unknown>
  /** The version that was changed: what somebody else saved meanwhile is merged, not overwritten. */
  version?: number | undefined
  /** The idempotency key of a save that nobody knows the end of. */
  intent?: string | null | undefined
  /** What that save carried, where more was typed since: only the same may be sent under its key. */
  sent?: unknown
  side?: KeptSide | undefined
}
export type Draft = Typed & { owner: string; at: number }
