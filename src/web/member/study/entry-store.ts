import { createStore } from 'zustand'
import type { Entered, EntryPlace, EntryRecord, EntryValues, Judgement, Sent } from '../../api/member-entry.ts'
import { ApiError } from '../../api/envelope.ts'
import { uuid } from '../../api/uuid.ts'
import type { Typed } from '../../draft/draft.ts'

export type Line = 'calm' | 'saving' | 'saved' | 'offline' | 'refused'
export type EntryState = {
  record: EntryRecord | null
  values: EntryValues
  judgement: Judgement
  line: Line
  trouble: string
}
/** What outlives the page: only what the server does not have yet. */
type Kept = Pick<Typed, 'values' | 'before' | 'version' | 'intent' | 'sent'>
type Doors = {
  save(sent: Sent): Promise<Entered>
  submit(version: number, key: string): Promise<Entered>
  keep(kept: Kept | null): void
}

const same = (a: string | null | undefined, b: string | null | undefined): boolean => (a ?? '') === (b ?? '')
const differing = (values: EntryValues, base: EntryValues): EntryValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !same(value, base[name]))
      .map(([name, value]) => [name, value === '' ? null : value]),
  )
export const changesIn = ({ record, values }: Pick<EntryState, 'record' | 'values'>): EntryValues => differing(values, record?.values ?? {})
const wasSent = (given: unknown): given is Sent => typeof given === 'object' && given !== null && 'key' in given && 'body' in given
/** Nobody answered: whether it was written is not known. */
const isLost = (error: unknown): boolean =>
  error instanceof ApiError && error.kind !== 'business' && !(error.kind === 'http' && error.code < 500)

/**
 * One form as it is filled in. What is typed is kept here at once, sent one save at a time and never twice: what nobody answered is sent again
 * under its own key before anything newer is.
 */
export const entryStore = (place: EntryPlace, opened: Entered, kept: Partial<Kept> | undefined, doors: Doors) => {
  const base = opened.record?.values ?? {}
  // What somebody else has changed meanwhile is not overwritten by what lay here.
  const laid = Object.entries(kept?.values ?? {}).filter(([name]) => same(String(kept?.before?.[name] ?? ''), base[name]))
  const values = { ...base, ...Object.fromEntries(laid.map(([name, value]) => [name, value === null ? null : String(value)])) }
  const store = createStore<EntryState>(() => ({ ...opened, values, line: 'calm', trouble: '' }))
  let pending = wasSent(kept?.sent) ? kept.sent : null
  let running: Promise<boolean> | null = null
  // Being typed: half a number is not sent, and so no answer comes that takes its place.
  let at: string | null = null

  const keep = () => {
    const { record, values: typed } = store.getState()
    const changes = changesIn({ record, values: typed })
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, record?.values[name] ?? null]))
    if (Object.keys(changes).length === 0 && !pending) doors.keep(null)
    else doors.keep({ values: changes, before, version: record?.version, intent: pending?.key, sent: pending ?? undefined })
  }
  const arrived = ({ record, judgement }: Entered) =>
    store.setState((now) => ({
      record,
      judgement,
      // What was typed while it was on its way stays; formulas and all else follow the server.
      values: { ...record?.values, ...differing(now.values, { ...now.record?.values, ...pending?.body.values }) },
    }))
  const refused = (error: unknown) => {
    if (isLost(error)) return store.setState({ line: 'offline', trouble: '' })
    pending = null
    store.setState({ line: 'refused', trouble: error instanceof Error ? error.message : String(error) })
  }
  const sendAll = async (reason: string): Promise<boolean> => {
    for (;;) {
      const { record, values: typed } = store.getState()
      const changes = Object.fromEntries(Object.entries(changesIn({ record, values: typed })).filter(([name]) => name !== at))
      if (!pending && Object.keys(changes).length === 0) return true
      const sent = (pending ??= { key: uuid(), reason, body: { ...place, version: record?.version ?? null, values: changes } })
      keep()
      store.setState({ line: 'saving', trouble: '' })
      try {
        arrived(await doors.save(sent))
        pending = null
        store.setState({ line: 'saved' })
        keep()
      } catch (error) {
        refused(error)
        keep()
        return false
      }
      // After a submission each change has its own reason.
      if (sent.reason) return true
    }
  }
  const send = (reason: string): Promise<boolean> => (running ??= sendAll(reason).finally(() => (running = null)))
  return {
    store,
    set: (name: string, value: string | null) => {
      at = name
      store.setState((now) => ({ values: { ...now.values, [name]: value } }))
      keep()
    },
    /** Something was sent, and nobody has answered yet. */
    isSent: (): boolean => pending !== null,
    judge: (judgement: Judgement) => store.setState({ judgement }),
    /** The field was left, or the whole is sent. Answers whether the server has everything that was typed until now. */
    save: (reason = ''): Promise<boolean> => {
      at = null
      return send(reason)
    },
    /** The line may be back: somebody may be in the middle of a word. */
    again: (): Promise<boolean> => send(''),
    submit: async (): Promise<boolean> => {
      const { record } = store.getState()
      if (!record) return false
      try {
        arrived(await doors.submit(record.version, uuid()))
        store.setState({ line: 'calm', trouble: '' })
        keep()
        return true
      } catch (error) {
        refused(error)
        return false
      }
    },
  }
}
export type OpenEntry = ReturnType<typeof entryStore>
