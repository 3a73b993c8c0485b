import { can, fail, invalid, readDraft, ruleFor } from '#kernel'
import { columnTitle } from '../model/column-title.ts'
import type { AnyRow, Ctx, RestoreOptions } from '../model/context.ts'
import { Bind } from '../db/bind.ts'
import { storedOf } from '../db/kind.ts'
import { uniquesOf } from '../db/unique.ts'
import { MASK } from './mask.ts'
import type { Item, Values } from './change.ts'
import type { Model } from '../model/model.ts'
import { scopeSql } from '../model/scope.ts'

export const readRestoreOptions = (input: Record<string, unknown>): RestoreOptions => {
  const values = input['values']
  return {
    withChildren: input['withChildren'] === true,
    withParents: input['withParents'] === true,
    toTop: input['toTop'] === true,
    values: typeof values === 'object' && values !== null ? (values as NonNullable<RestoreOptions['values']>) : {},
  }
}

/** What changes about records while they come back. It is an edit, and needs the right to edit. */
export const restoreChanges = async (ctx: Ctx, model: Model, rows: readonly AnyRow[], options: RestoreOptions): Promise<Values[]> => {
  const lost = options.toTop && model.isTree ? await lostParents(ctx, model, rows) : []
  const unique = new Set(uniquesOf(model.resource).map((names) => names.at(-1)))
  const changes = rows.map((row): Values => {
    const given = options.values?.[String(row.id)] ?? {}
    const foreign = Object.keys(given).filter((name) => !unique.has(name) || model.columns.get(name)?.field.immutable)
    if (foreign.length) throw invalid(foreign.map((field) => ({ field, key: 'unknown' })))
    const { draft, problems } = readDraft(model.resource, given, 'edit', row)
    if (problems.length) throw invalid(problems)
    return { ...draft, ...(lost.some((p) => p.id === row['parentId']) ? { parentId: null } : {}) }
  })
  const isEdit = changes.some((change) => Object.keys(change).length)
  if (isEdit && ctx.actor.kind !== 'system' && !can(ctx.actor.rules, ruleFor(model.resource, 'edit'))) throw fail('auth.forbidden')
  return changes
}

/** These records and those above them that lie in the bin too. */
export const withAncestors = async (ctx: Ctx, model: Model, ids: readonly number[]): Promise<number[]> => {
  const rows = await ctx.db.query<{ id: number }>(
    `WITH RECURSIVE up AS (SELECT id, parent_id FROM ${model.table} WHERE id = ANY($1::bigint[])
      UNION SELECT p.id, p.parent_id FROM ${model.table} p JOIN up ON p.id = up.parent_id WHERE p.deleted_at IS NOT NULL) SELECT id FROM up`,
    [ids],
  )
  return rows.map((r) => r.id)
}

/** These records of a tree and everything below them that lies in the bin. */
export const withBranch = async (ctx: Ctx, model: Model, ids: readonly number[]): Promise<number[]> => {
  const rows = await ctx.db.query<{ id: number }>(
    `WITH RECURSIVE down AS (SELECT id FROM ${model.table} WHERE id = ANY($1::bigint[])
      UNION SELECT c.id FROM ${model.table} c JOIN down ON c.parent_id = down.id WHERE c.deleted_at IS NOT NULL) SELECT id FROM down`,
    [ids],
  )
  return rows.map((r) => r.id)
}

/** What another record says about itself, as far as this reader may see it: nothing of one that is not theirs. */
const nameOf = async (ctx: Ctx, model: Model, id: number): Promise<string | undefined> => {
  const bind = new Bind()
  const label = model.columns.get(model.resource.label)!
  const visible = [`t."id" = ${bind.add(id)}`, ...(await scopeSql(ctx, model, bind))].join(' AND ')
  const [row] = await ctx.db.query<{ label: string | null }>(
    `SELECT t.${label.sql}::text AS label FROM ${model.table} t WHERE ${visible}`,
    bind.values,
  )
  return row && (ctx.engine.masks.hidden(ctx, model).fields.has(label.name) ? MASK : (row.label ?? ''))
}

/** Says what stands in the way before the database does, and which record it is. */
export const refuseRestoreConflict = async (ctx: Ctx, model: Model, items: readonly Item[]): Promise<void> => {
  const rows = items.map(({ before, values }): AnyRow => ({ ...before!, ...values }))
  if (model.isTree) await refuseHiddenParent(ctx, model, rows)
  for (const names of uniquesOf(model.resource)) {
    const columns = names.flatMap((name) => model.columns.get(name) ?? [])
    const whole = rows.filter((r) => names.every((name) => r[name] !== null && r[name] !== undefined))
    const [other] = await ctx.db.query<AnyRow>(
      `SELECT t."id", ${columns.map((c) => `t.${c.sql} AS "${c.name}"`).join(', ')} FROM ${model.table} t WHERE t."deleted_at" IS NULL
        AND (${columns.map((c) => `t.${c.sql}`).join(', ')}) IN (SELECT * FROM unnest(${columns.map((c, i) => `$${i + 1}::${storedOf(c.field).type}[]`).join(', ')})) LIMIT 1`,
      names.map((name) => whole.map((r) => r[name])),
    )
    const mine = other && whole.find((r) => names.every((name) => r[name] === other[name]))
    const name = names.at(-1)
    if (mine && name) throw await restoreConflict(ctx, model, name, { id: other.id, value: other[name] }, mine)
  }
}
const restoreConflict = async (ctx: Ctx, model: Model, name: string, other: { id: number; value: unknown }, mine: AnyRow) => {
  const { fields } = ctx.engine.masks.hidden(ctx, model)
  const { label } = model.resource
  const value = fields.has(name) ? MASK : String(other.value)
  const title = await nameOf(ctx, model, other.id)
  const words = { field: columnTitle(model.locale, ctx.language, name), value }
  const data = {
    problems: [{ field: name, key: 'taken' }],
    conflict: {
      record: mine.id,
      name: fields.has(label) ? MASK : String(mine[label] ?? ''),
      field: name,
      value,
      ...(title === undefined ? {} : { id: other.id, label: title }),
    },
  }
  return title === undefined
    ? fail('record.restoreTaken', words, data)
    : fail('record.restoreConflict', { ...words, other: `${title} #${other.id}` }, data)
}

const refuseHiddenParent = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<void> => {
  const [parent] = await lostParents(ctx, model, rows)
  if (!parent) return
  const label = (await nameOf(ctx, model, parent.id)) ?? `#${parent.id}`
  throw fail('record.parentRecycled', { parent: label }, { parent: { ...parent, label } })
}

/** Parents in the bin that do not come back with these records. */
const lostParents = (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<{ id: number }[]> =>
  ctx.db.query<{ id: number }>(
    `SELECT t."id" FROM ${model.table} t WHERE t."id" = ANY($1::bigint[]) AND t."deleted_at" IS NOT NULL AND NOT t."id" = ANY($2::bigint[])`,
    [rows.map((r) => r['parentId']).filter(Boolean), rows.map((r) => r.id)],
  )
