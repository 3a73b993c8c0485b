import { checkField, fail, invalid } from '#kernel'
import type { FieldProblem } from '#kernel'
import { recordRows } from '../audit/entry.ts'
import type { Changes } from '../audit/entry.ts'
import type { AnyRow, Ctx } from '../model/context.ts'
import { lastChange } from './history.ts'
import { refuseGuarded, refuseLocked } from './lock.ts'
import type { Model } from '../model/model.ts'
import { present } from './read.ts'
import { askSecond, mustAsk } from './second.ts'
import type { Second } from './second.ts'
import { refuseUnexplained } from './state.ts'
import { hospitalTime } from '../zone.ts'

export type Values = Record<string, unknown>
/** One record on its way through a write: what it was, what it is to become, what it is then. */
export type Item = { before: AnyRow | null; values: Values; after: AnyRow | null; isAsked?: true }

/** One write. Each verb says what it does at a station; in which order they are passed is said once, in `change`. */
export type Write = {
  /** As it stands in the trail. */
  readonly action: string
  /** The records that it is about, as far as the actor reaches them, held until the end of the transaction; null for each that is new, as for the one where nothing is said. */
  readonly scope?: () => Promise<readonly (AnyRow | null)[]>
  /** A lock does not stand in the way of its own key. */
  readonly isKey?: true
  /** Changes nothing about the record: no lock stands in its way, neither its own nor that of something it stands in. */
  readonly isRead?: true
  /** Leaves the record as it is: no lock stands in its way, but whoever may write nothing here does not do this either. */
  readonly isBeside?: true
  /** What the actor has seen of the record. */
  readonly version?: unknown
  /** What is asked for, record by record, read and judged. */
  readonly validate?: (rows: readonly (AnyRow | null)[]) => Promise<Values[]>
  readonly state?: (row: AnyRow | null, values: Values) => void | Promise<void>
  /** Whether the write to this record must say why. */
  readonly reason?: (row: AnyRow) => boolean
  /** That it waits until somebody else agrees. */
  readonly second?: (row: AnyRow | null) => Second | undefined | Promise<Second | undefined>
  /** The rules of the area: they may refuse, and change what is written. */
  readonly before?: (items: readonly Item[]) => Promise<void>
  /** What it points to, and what points to it. */
  readonly references?: (items: readonly Item[]) => Promise<void>
  readonly write: (items: readonly Item[]) => Promise<void>
  /** Whether nothing would come of it: then nothing is written or told. */
  readonly isIdle?: (item: Item) => boolean
  /** What the trail tells of a record; without it the write is told elsewhere. */
  readonly audit?: (item: Item) => Changes | null
  readonly after?: (items: readonly Item[]) => Promise<void>
}

/**
 * The one way a row is written: by a form, an action, a restore, a rollback, the release of a reference, the process itself.
 * A write that passes a station somewhere else, or leaves it out, is the hole that a lock or a trail has.
 */
export const change = async (ctx: Ctx, model: Model, write: Write): Promise<Item[]> => {
  const rows: readonly (AnyRow | null)[] = (await write.scope?.()) ?? [null]
  if (!write.isRead && !write.isBeside) await refuseLocked(ctx, model, rows, write.isKey)
  if (!write.isRead)
    await refuseGuarded(
      ctx,
      model,
      rows.flatMap((row) => row ?? []),
    )
  for (const row of rows) if (row) await refuseStale(ctx, model, row, write.version)
  const asked = (await write.validate?.(rows)) ?? []
  const all = rows.map((before, i): Item => ({ before, values: asked[i] ?? {}, after: null }))
  for (const { before, values } of all) await write.state?.(before, values)
  if (rows.some((row) => row && write.reason?.(row))) refuseUnexplained(ctx)
  // Where one of many asks for it, all wait.
  const second = mustAsk(ctx) ? await firstOf(rows, write.second) : undefined
  if (second) {
    refuseUnexplained(ctx)
    await askSecond(ctx, model, second, all)
    return all
  }
  const judged = all.map(({ values }) => ({ ...values }))
  await write.before?.(all)
  for (const [i, { values }] of all.entries()) refuseUnfit(model, values, judged[i])
  const items = all.filter((item) => !write.isIdle?.(item))
  await refuseLocked(ctx, model, items.flatMap(becomes), write.isKey)
  if (!write.isRead) await refuseGuarded(ctx, model, items.filter(({ before }) => before === null).flatMap(becomes))
  if (items.length === 0) return all
  await write.references?.(items)
  await write.write(items)
  const told = items.flatMap((item): [AnyRow, Changes][] => {
    const [row, changes] = [item.after ?? item.before, write.audit?.(item)]
    return row && changes ? [[row, changes]] : []
  })
  await recordRows(ctx, model, write.action, told)
  await write.after?.(items)
  if (write.audit) await ctx.engine.memory.announce(ctx, model)
  return all
}

const firstOf = async (rows: readonly (AnyRow | null)[], asks: Write['second']): Promise<Second | undefined> => {
  for (const row of rows) {
    const second = await asks?.(row)
    if (second) return second
  }
  return undefined
}

const refuseStale = async (ctx: Ctx, model: Model, row: AnyRow, version: unknown) => {
  if (version === undefined || version === row.version) return
  const last = await lastChange(ctx.db, model.resource.name, row.id)
  const at = last?.at ?? String(row['updatedAt'] ?? '')
  throw fail(
    'record.changed',
    { by: last?.by ?? '?', at: at && hospitalTime(at) },
    { conflict: { by: last?.by ?? '', at, theirs: present(ctx, model, row) } },
  )
}

/** What a rule of the area made of it, and what the server's own code adds, is judged like what was sent. A secret is sealed by now. */
export const refuseUnfit = (model: Model, values: Values, judged: Values = {}): Values => {
  const problems = Object.entries(values).flatMap(([name, value]): FieldProblem[] => {
    const field = model.columns.get(name)?.field
    if (!field) throw new Error(`${model.resource.name} has no column “${name}”`)
    const problem = field.secret || (name in judged && judged[name] === value) ? null : checkField(name, field, value)
    return problem ? [problem] : []
  })
  if (problems.length) throw invalid(problems)
  return values
}

/** As it will be: what is put under a lock from outside is stopped as well. */
const becomes = ({ before, values }: Item): AnyRow[] =>
  Object.keys(values).length ? [{ ...before, ...values, id: before?.id ?? 0, version: before?.version ?? 0 }] : []
