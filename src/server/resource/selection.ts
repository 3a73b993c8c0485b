import { isPointer, labelOf } from '#kernel'
import type { Language } from '#kernel'
import type { Bind } from '../db/bind.ts'
import type { Ctx } from '../model/context.ts'
import type { Column, Model } from '../model/model.ts'
import { isNarrowed, seenSql } from '../model/scope.ts'

/** The select list of a row with the labels of what it points to, as far as its reader sees that; passwords are never read. */
export const selection = async (ctx: Ctx, model: Model, bind: Bind): Promise<string> => {
  const { isNarrowed: reachesNarrowed, texts } = printedOf(ctx, model)
  const seesAll = ctx.actor.kind === 'system' || !reachesNarrowed
  const known = seesAll ? texts.get(ctx.language) : undefined
  if (known !== undefined) return known
  const parts: string[] = []
  for (const c of model.columns.values())
    if (c.field.kind !== 'password') parts.push(`t.${c.sql} AS "${c.name}"`, ...(await label(ctx, c, bind)))
  const text = [...parts, ...(await counts(ctx, model, bind))].join(', ')
  if (seesAll) texts.set(ctx.language, text)
  return text
}

type Printed = {
  readonly from: readonly { name: string; target: Model | undefined; table: string | undefined }[]
  readonly isNarrowed: boolean
  readonly texts: Map<Language, string>
}
const printed = new WeakMap<Model, Printed>()

/** Good while what it points to is defined as it was: any of it may be changed or opened in between, and the rest keeps its texts. */
const printedOf = ({ engine: { registry } }: Ctx, model: Model): Printed => {
  const known = printed.get(model)
  if (known?.from.every(({ name, target, table }) => registry.get(name) === target && target?.table === table)) return known
  const pointers = [...model.columns.values()].flatMap(({ field }) => (isPointer(field) ? [field.to] : []))
  const names = new Set([...pointers, ...Object.values(model.resource.counts ?? {}).map((c) => c.of)])
  const from = [...names].map((name) => ({ name, target: registry.get(name), table: registry.get(name)?.table }))
  const made = { from, isNarrowed: from.some(({ target }) => target && isNarrowed(target)), texts: new Map<Language, string>() }
  printed.set(model, made)
  return made
}

/** What the reader does not see of it has no name and does not count. */
const seenOf = async (ctx: Ctx, target: Model, bind: Bind): Promise<string | null> =>
  isNarrowed(target) ? seenSql(ctx, target, bind) : null

/** Records of another resource that point here. */
const counts = async (ctx: Ctx, { resource }: Model, bind: Bind): Promise<string[]> => {
  const parts: string[] = []
  for (const [name, { of, by }] of Object.entries(resource.counts ?? {})) {
    const target = ctx.engine.registry.get(of)
    const column = target?.columns.get(by)
    if (!target || !column) continue
    const points = column.field.kind === 'refs' ? `l.${column.sql} @> ARRAY[t."id"]` : `l.${column.sql} = t."id"`
    const live = target.isRecyclable ? ' AND l."deleted_at" IS NULL' : ''
    const seen = await seenOf(ctx, target, bind)
    parts.push(`(SELECT count(*) FROM ${target.table} l WHERE ${points}${live}${seen ? ` AND ${seen}` : ''}) AS "${name}"`)
  }
  return parts
}

const label = async (ctx: Ctx, { name, sql, field }: Column, bind: Bind): Promise<string[]> => {
  if (!isPointer(field) || field.kind === 'remoteSelect') return []
  const target = ctx.engine.registry.get(field.to)
  const named = field.label === target?.resource.label ? labelOf(target.resource, ctx.language) : field.label
  const column = target?.columns.get(named)
  if (!target || !column) return []
  const seen = await seenOf(ctx, target, bind)
  const text = seen ? `CASE WHEN ${seen} THEN l.${column.sql}::text END` : `l.${column.sql}`
  const from = `FROM ${target.table} l WHERE l."id" = `
  return field.kind === 'ref'
    ? [`(SELECT ${text} ${from}t.${sql}) AS "_label_${name}"`]
    : [`ARRAY(SELECT ${text} ${from}ANY(t.${sql}) ORDER BY array_position(t.${sql}, l."id")) AS "_label_${name}"`]
}
