import { can, fail, hasTrait, isPointer, labelOf, listIn, ruleFor } from '#kernel'
import type { Refusal, Words } from '#kernel'
import { changesOf } from '../audit/entry.ts'
import { SYSTEM } from '../model/actor.ts'
import type { AnyRow, Ctx } from '../model/context.ts'
import { change } from './change.ts'
import { Bind } from '../db/bind.ts'
import type { Column, Model, Registry } from '../model/model.ts'
import { present } from './read.ts'
import { scopeSql } from '../model/scope.ts'
import { updateRows } from './store.ts'
import { selection } from './selection.ts'

type Pointer = { model: Model; column: Column; releases: boolean }

/** What was noted about the past (a log, a ledger, who sent it) does not hold on to what it names. */
const isPast = ({ resource }: Model, { field }: Column) =>
  field.readonly || resource.view || hasTrait(resource, 'readonly') || hasTrait(resource, 'appendOnly')

const pointersTo = (registry: Registry, target: Model): Pointer[] =>
  registry.all().flatMap((model) =>
    [...model.columns.values()].flatMap((column) => {
      const { field, name } = column
      if (!isPointer(field) || field.kind === 'remoteSelect' || field.to !== target.resource.name || isPast(model, column)) return []
      // The children of a tree are asked for by name before this.
      return model === target && name === 'parentId' ? [] : [{ model, column, releases: field.release === true }]
    }),
  )

/**
 * Before records go: whoever still points to them either lets go, which stands in its own history, or stands in the way.
 * A list of references has no foreign key; without this the ids of what is gone would stay in it.
 */
export const releaseReferences = async (ctx: Ctx, model: Model, ids: readonly number[], until: 'recycled' | 'gone'): Promise<void> => {
  for (const pointer of pointersTo(ctx.engine.registry, model)) {
    const { table, isRecyclable } = pointer.model
    const { sql, field } = pointer.column
    const points = field.kind === 'refs' ? `t.${sql} && $1::bigint[]` : `t.${sql} = ANY($1::bigint[])`
    const others = pointer.model === model ? ' AND NOT t."id" = ANY($1::bigint[])' : ''
    const live = isRecyclable && until === 'recycled' ? ' AND t."deleted_at" IS NULL' : ''
    if (pointer.releases) {
      await release(ctx, pointer, `${points}${others}`, ids)
      continue
    }
    const [found] = await ctx.db.query<{ to: number | number[] }>(
      `SELECT t.${sql} AS "to" FROM ${table} t WHERE ${points}${others}${live} LIMIT 1`,
      [ids],
    )
    if (found)
      throw await heldBy(
        ctx,
        pointer,
        [found.to].flat().find((id) => ids.includes(id))!,
        `${points}${live}`,
      )
  }
}

const SHOWN = 3
const IN_BIN: Words = { 'zh-cn': '［回收站］', en: ' [recycle bin]' }
/** What stands in the way, so that one can go there: how many and which, as far as this reader may see them. */
const heldBy = async (ctx: Ctx, { model, column }: Pointer, held: number, where: string): Promise<Refusal> => {
  const words = model.locale[ctx.language]
  const unseen = fail('record.inUse', { by: words.title })
  if (ctx.actor.kind !== 'system' && !can(ctx.actor.rules, ruleFor(model.resource, 'index'))) return unseen
  const bind = new Bind()
  bind.add([held])
  const visible = [where, ...(await scopeSql(ctx, model, bind))].join(' AND ')
  const rows = await ctx.db.query(
    `SELECT ${await selection(ctx, model, bind)}, count(*) OVER ()::int AS "_total" FROM ${model.table} t WHERE ${visible} ORDER BY t."id" LIMIT ${SHOWN}`,
    bind.values,
  )
  const holders = rows.map((row) => present(ctx, model, row))
  const [first] = holders
  if (!first) return unseen
  const at = [first[column.name]].flat().indexOf(held)
  const count = rows[0]!['_total'] as number
  const names = holders.map(
    (row) => `${String(row[labelOf(model.resource, ctx.language)] ?? `#${row.id}`)}${row['deletedAt'] ? IN_BIN[ctx.language] : ''}`,
  )
  return fail('record.held', {
    name: String([(first['_labels'] as Record<string, unknown>)[column.name]].flat()[at] ?? `#${held}`),
    by: words.title,
    field: words.fields[column.name] ?? column.name,
    count,
    which: listIn(ctx.language, names) + (count > SHOWN ? ' …' : ''),
  })
}

/** A consequence of what somebody else may do: it needs no right of its own, but passes every other station. */
const release = async (ctx: Ctx, pointer: Pointer, where: string, ids: readonly number[]): Promise<void> => {
  const { model, column } = pointer
  const bind = new Bind()
  bind.add(ids)
  const holders = (await ctx.db.query(
    `SELECT ${await selection(ctx, model, bind)} FROM ${model.table} t WHERE ${where} ORDER BY t."id" FOR UPDATE OF t`,
    bind.values,
  )) as AnyRow[]
  const { half } = model
  if (holders.length === 0) return
  await change(ctx, model, {
    action: 'edit',
    scope: async () => holders,
    validate: async () =>
      holders.map((row) => ({ [column.name]: (row[column.name] as readonly number[]).filter((id) => !ids.includes(id)) })),
    before: async (items) => {
      const asSystem = { ...ctx, actor: SYSTEM }
      for (const item of items) if (half?.before?.edit) item.values = await half.before.edit(asSystem, item.before!, item.values, model)
    },
    write: (items) => updateRows(ctx, model, items),
    audit: ({ before, after }) => changesOf(model, before, after),
    after: async (items) => {
      for (const { before, after } of items) await half?.after?.edit?.(ctx, after!, before!)
    },
  })
}
