import { can, fail, ruleOf, saidReason, type Language } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { slotIn, targetsOf, unitIn } from '#study/delivery/mapping.ts'
import type { Sample } from '#study/delivery/sample.ts'
import { gatherDelivery } from '../index.ts'
import { formOf } from './form.ts'
import { memberDeliveryRoutes } from './member-routes.ts'
import { sendRefused } from './refused-file.ts'
import { isWhole as isWholeFile, sendSource } from './source-file.ts'
import { listProblems } from './problem.ts'
import { sendRefusedBook } from './refused-book.ts'
import { masked, maskedCells, seenIn, workOn } from './seen.ts'

const READ = { audience: 'admin', rule: ruleOf(gatherDelivery.name, 'index') } as const

/** Its values are clinical data, and asked for like these. */
const open = async (ctx: Ctx, given: unknown) => {
  const row = await ctx.engine.get(ctx, gatherDelivery.name, Number(given))
  if (!can(ctx.actor.rules, ruleOf('clinical.data', 'index'))) throw fail('auth.forbidden')
  return { row, seen: await seenIn(ctx, row) }
}

/** A variable in another unit is called with it; so is the column that only says the unit. */
const titleOf = (language: Language, fields: Readonly<Record<string, string>>, name: string): string => {
  const slot = slotIn(name)
  if (slot !== undefined) return [fields[slot] ?? slot, unitIn(name) && `(${unitIn(name)})`].filter(Boolean).join(' ')
  const measured = /^(v\d+)\.unit$/.exec(name)?.[1]
  if (measured === undefined) return fields[name] ?? name
  return language === 'en' ? `Unit of ${fields[measured] ?? measured}` : `${fields[measured] ?? measured}的单位`
}

const POLICY = 'SELECT removed, reason_required AS "reasonRequired" FROM gather_project WHERE id = $1'
/** The columns that reading has noted, as far as this person is told of them. */
const columnsOf = ({ manifest }: AnyRow): readonly unknown[] | null => {
  const columns: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'columns') : undefined
  return Array.isArray(columns) ? columns : null
}
const DECIDED = `SELECT reason, CASE WHEN actor_kind <> 'system' THEN actor_name END AS by, at FROM audit_entry
  WHERE resource = $1 AND record_id = $2 AND action = 'move' AND changes -> 'state' ->> 1 = $3 ORDER BY id DESC LIMIT 1`
type Decided = { reason: string | null; by: string | null; at: string }
const ENDED: ReadonlySet<unknown> = new Set(['accepted', 'rejected'])
/** Who stored it or sent it back, when and why: the page of a delivery is its receipt. */
const decidedOf = async ({ db, language }: Ctx, { id, state }: AnyRow): Promise<Decided | null> => {
  const [found] = ENDED.has(state) ? await db.query<Decided>(DECIDED, [gatherDelivery.name, String(id), state]) : []
  return found ? { ...found, reason: saidReason(found.reason ?? '', language) } : null
}
/** What the comparison found: what each column can fill and first values of it, first rows that would be added, changed and refused. */
const changes = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const { row, seen } = await open(ctx, call.query['id'])
  const content = await formOf(ctx.db, seen.study, seen.form)
  const { fields } = seen.model.locale[ctx.language]
  const targets = (content ? targetsOf(content) : [])
    .filter(({ name }) => !seen.isAbsent(name))
    .map(({ name }) => ({ name, title: titleOf(ctx.language, fields, name) }))
  const told = columnsOf(row)
  const work = await workOn(ctx, row['task'])
  const [policy] = await ctx.db.query<{ removed: string; reasonRequired: boolean }>(POLICY, [row['gather']])
  const removed = policy?.removed ?? 'keep'
  const isOpen = isWholeFile(row, seen)
  const decided = await decidedOf(ctx, row)
  const explains = policy?.reasonRequired === true && Number(row['rowsChanged']) > 0
  const hash = seen.files?.['sample']
  if (!hash)
    return {
      ...work,
      decided,
      explains,
      isOpen,
      targets,
      columns: [],
      added: [],
      changed: [],
      refused: [],
      stops: [],
      warns: [],
      vanished: [],
      removed,
    }
  const sample: Partial<Pick<Sample, 'vanished'>> & Omit<Sample, 'vanished'> = JSON.parse(await ctx.services.readStored(hash))
  const problems = await listProblems(call, seen, ctx.language)
  const isWhole = sample.added.every(seen.sees) && sample.changed.every(seen.sees)
  const readsAll = content ? targetsOf(content).every(({ name }) => !seen.isHidden(slotIn(name) ?? name)) : true
  return {
    ...work,
    decided,
    /** Whoever stores it says why. */
    explains,
    /** Whether the file itself is handed out to this reader. */
    isOpen,
    targets,
    // First values of columns are those of anybody, and of columns that nobody has named yet.
    columns: sample.columns
      .filter(({ name }) => told?.includes(name) ?? true)
      .map(({ name, values }) => ({ name, values: isWhole && readsAll ? values : [] })),
    added: sample.added.filter(seen.sees).map((one) => ({ ...one, values: masked(seen, one.values) })),
    changed: sample.changed.filter(seen.sees).map((one) => maskedCells(seen, one)),
    ...problems,
    // Read before there was such a list.
    vanished: (sample.vanished ?? []).filter(seen.sees),
    /** What becomes of them as the delivery is stored. */
    removed,
  }
}

export const deliveryRoutes = (declare: Declare): void => {
  declare.guarded('GET', '/admin/gather.delivery/source', { address: 'ticket', acts: true }, async (call, actor, reply) => {
    if (!can(actor.rules, READ.rule)) throw fail('auth.forbidden')
    const ctx = await contextOf(call, actor)
    const { row, seen } = await open(ctx, call.query['id'])
    return sendSource(ctx, call, row, seen, reply)
  })
  declare.guarded('GET', '/admin/gather.delivery/changes', READ, changes)
  declare.guarded('GET', '/admin/gather.delivery/refused', { address: 'ticket' }, async (call, actor, reply) => {
    if (!can(actor.rules, READ.rule)) throw fail('auth.forbidden')
    const ctx = await contextOf(call, actor)
    const { seen } = await open(ctx, call.query['id'])
    return call.query['as'] === 'excel' ? sendRefusedBook(ctx, call, seen, reply) : sendRefused(call, seen, reply, ctx.language)
  })
  memberDeliveryRoutes(declare)
}
