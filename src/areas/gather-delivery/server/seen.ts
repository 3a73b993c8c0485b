import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fail } from '#kernel'
import type { Language, Words } from '#kernel'
import { MASK } from '#server'
import type { Call, Ctx } from '#server'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'
import { slotIn } from '#study/delivery/mapping.ts'
import { REFUSALS } from '#study/delivery/refusal.ts'
import type { ChangedRow, FoundRow, Placed, RefusedRow, Values } from '#study/delivery/sample.ts'
import { reachIn } from '#study/team.ts'

type Checked = { stops: number; warns: number; rules: readonly { code: string; words: Words; stops: boolean; rows: number }[] }
export type Seen = {
  files: Readonly<Record<string, string>> | null
  /** What the rules of the gather project said; null where none judged it. */
  checked: Checked | null
  study: number
  name: string
  model: Model
  form: number
  /** Whose rows this person sees, and which slots they read in clear. */
  sees(row: Pick<Placed, 'department'>): boolean
  isHidden(slot: string): boolean
  /** Which slots they are not told of. */
  isAbsent(target: string): boolean
  reasonOf(reason: RefusedRow['reason']): RefusedRow['reason']
}
const filesIn = (diff: unknown): Record<string, string> | null => {
  const files: unknown = typeof diff === 'object' && diff !== null ? Reflect.get(diff, 'files') : undefined
  return typeof files === 'object' && files !== null
    ? Object.fromEntries(Object.entries(files).map(([name, hash]) => [name, String(hash)]))
    : null
}

export const vanishedIn = (diff: unknown): number =>
  typeof diff === 'object' && diff !== null ? Number(Reflect.get(diff, 'vanished') ?? 0) : 0
/** The departments whose rows it has; null where it was compared before that was noted. */
export const sitesIn = (diff: unknown): number[] | null => {
  const sites: unknown = typeof diff === 'object' && diff !== null ? Reflect.get(diff, 'sites') : undefined
  return typeof sites === 'object' && sites !== null ? Object.keys(sites).map(Number) : null
}
export const checkedIn = (diff: unknown): Checked | null => {
  const checked: Checked | null | undefined = typeof diff === 'object' && diff !== null ? Reflect.get(diff, 'checked') : undefined
  return checked ?? null
}

/** The values of a delivery as this person sees them: rows of their sites, values that their role reads. Whoever sent it sees what they sent. */
export const seenIn = async (ctx: Ctx, row: AnyRow): Promise<Seen> => {
  const [study, form] = [Number(row['study']), Number(row['form'])]
  const model = await ctx.engine.registry.open(ctx, `clinical.data.f${form}`)
  if (!model) throw fail('record.missing')
  const reach = await reachIn(ctx.db, ctx.actor, study)
  const own = row['department']
  const isSender = ctx.actor.kind === 'member' && row['sender'] === ctx.actor.id
  return {
    files: filesIn(row['diff']),
    checked: checkedIn(row['diff']),
    study,
    form,
    name: String(row['name']),
    model,
    // A row without a subject is seen by whoever answers for the whole delivery.
    sees: ({ department }) =>
      isSender || reach === 'all' || (department === null ? typeof own === 'number' && reach.has(own) : reach.has(department)),
    // Also what the form had when the file came, and has no more.
    isHidden: (slot) => /^v\d+$/.test(slot) && ctx.engine.masks.hides(ctx, model.resource.name, slot),
    isAbsent: (target) => {
      const slot = slotIn(target) ?? /^(v\d+)\.unit$/.exec(target)?.[1]
      return slot !== undefined && ctx.engine.masks.lacks(ctx, model.resource.name, slot)
    },
    // To a member a subject of another site is one that is not there.
    reasonOf: (reason) => (ctx.actor.kind === 'member' && (reason === 'otherSite' || reason === 'unknownSubject') ? 'notYours' : reason),
  }
}

export const masked = ({ isHidden, isAbsent }: Seen, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([slot, value]) => (isAbsent(slot) ? [] : [[slot, value !== null && isHidden(slot) ? MASK : value]])),
  )
export const maskedCells = ({ isHidden, isAbsent }: Seen, { cells, ...row }: ChangedRow): ChangedRow => ({
  ...row,
  cells: cells
    .filter(({ slot }) => !isAbsent(slot))
    .map(({ slot, before, after }) => {
      const shown = (value: string | null) => (value !== null && isHidden(slot) ? MASK : value)
      return { slot, before: shown(before), after: shown(after) }
    }),
})

const rowsIn = async function* <T extends Placed & { values: Values }>(
  call: Call,
  seen: Seen,
  file: 'refused' | 'found',
): AsyncGenerator<T> {
  const hash = seen.files?.[file]
  if (!hash) return
  const lines = createInterface({ input: createReadStream(call.backend.store.pathOf(hash)), crlfDelay: Infinity })
  for await (const line of lines) {
    if (line === '') continue
    const row: T = JSON.parse(line)
    if (seen.sees(row)) yield { ...row, values: masked(seen, row.values) }
  }
}
export const refusedRows = async function* (call: Call, seen: Seen): AsyncGenerator<RefusedRow> {
  for await (const row of rowsIn<RefusedRow>(call, seen, 'refused')) yield { ...row, reason: seen.reasonOf(row.reason) }
}
/** Rows that a rule of the gather project complains of. */
export const foundRows = (call: Call, seen: Seen): AsyncGenerator<FoundRow> => rowsIn<FoundRow>(call, seen, 'found')
const isReason = (reason: string): reason is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, reason)
export const wordsOf = (reason: string, language: Language): string => (isReason(reason) ? REFUSALS[reason][language] : reason)

const TASK = 'SELECT state, error FROM task WHERE id = $1'
/** Whether a worker has it in hand, and why the last attempt came to nothing. */
export const workOn = async (ctx: Ctx, task: unknown): Promise<{ atWork: boolean; error: string | null }> => {
  const [found] = await ctx.db.query<{ state: string; error: Readonly<Record<string, string>> | null }>(TASK, [task])
  const isFailed = found?.state === 'failed' || found?.state === 'parked'
  return { atWork: found?.state === 'waiting' || found?.state === 'running', error: (isFailed && found.error?.[ctx.language]) || null }
}
