import { MOST_IN_BULK, TOTAL_CAP, fail, hasTrait, isChoice, isPointer, labelOf } from '#kernel'
import type { Field, ListPage, ListQuery, Option } from '#kernel'
import type { AnyRow, Ctx } from '../model/context.ts'
import { answersSql, parted } from './answer.ts'
import { conditionsSql, quickSearchSql } from './condition.ts'
import { Bind } from '../db/bind.ts'
import type { ValuesMatching } from './condition.ts'
import { columnTitle } from '../model/column-title.ts'
import { MASK } from './mask.ts'
import type { Model } from '../model/model.ts'
import { sayRows } from '../model/said.ts'
import { isNarrowed, scopeSql } from '../model/scope.ts'
import { selection } from './selection.ts'

export type Bin = 'live' | 'recycled'
const MAX_TREE = 10_000

const whereSql = async (
  ctx: Ctx,
  model: Model,
  query: Pick<ListQuery, 'conditions' | 'quickSearch'>,
  bin: Bin,
  bind: Bind,
): Promise<string> => {
  const isAsked = query.conditions.length > 0 || query.quickSearch !== ''
  const fields = isAsked ? await unsearchable(ctx, model) : new Set<string>()
  // A filter on a hidden value would be an oracle: its answers spell the value out.
  for (const { field } of query.conditions) refuseHidden(ctx, model, fields, field)
  const valuesMatching: ValuesMatching = ({ name, field }, text) => {
    const low = text.toLowerCase()
    const named = field.names === 'resource' || field.names === 'recyclable' ? ctx.engine.registry.all() : []
    const titled = named.flatMap((m) => (m.locale[ctx.language].title.toLowerCase().includes(low) ? [m.resource.name] : []))
    return [...titled, ...(model.half?.valuesMatching?.(ctx, name, low) ?? [])]
  }
  const [beside, ofColumns] = parted(model, query.conditions)
  const parts = [
    ...conditionsSql(model, ofColumns, bind, valuesMatching),
    ...(await answersSql(ctx, model, beside, bind)),
    ...quickSearchSql(model, query.quickSearch, bind, fields, valuesMatching),
    ...(await scopeSql(ctx, model, bind)),
  ]
  if (model.isRecyclable) parts.unshift(bin === 'live' ? 't."deleted_at" IS NULL' : 't."deleted_at" IS NOT NULL')
  return parts.length ? `WHERE ${parts.join(' AND ')}` : ''
}

const unsearchable = async (ctx: Ctx, model: Model): Promise<ReadonlySet<string>> => {
  const { fields } = ctx.engine.masks.hidden(ctx, model)
  const unsearchable = (await model.half?.unsearchable?.(ctx)) ?? []
  return unsearchable.length ? new Set([...fields, ...unsearchable]) : fields
}
/** To whom a field is absent it is one that there is not. */
export const refuseAbsent = (ctx: Ctx, model: Model, field: string): void => {
  if (ctx.engine.masks.hidden(ctx, model).absent.has(field)) throw fail('input.unknownField', { field })
}
const refuseHidden = (ctx: Ctx, model: Model, hidden: ReadonlySet<string>, field: string) => {
  refuseAbsent(ctx, model, field)
  if (hidden.has(field)) throw fail('field.masked', { field })
}

/** Its values in other rows would spell it out. */
export const refuseUnsearchable = async (ctx: Ctx, model: Model, field: string): Promise<void> =>
  refuseHidden(ctx, model, await unsearchable(ctx, model), field)

/** By its place in a scale; as the index of such a list says it. The options are names of the code. */
const rankSql = (field: Field, compare: string): string =>
  isChoice(field) && field.ranked ? `array_position(ARRAY[${field.options.map((one) => `'${one}'`).join(', ')}], ${compare})` : compare

const orderSql = async (ctx: Ctx, model: Model, sort: ListQuery['sort'], bin: Bin): Promise<string> => {
  const wanted = model.resource.list.sort ?? '-id'
  const usual =
    bin === 'recycled' ? { field: 'deletedAt', descending: true } : { field: wanted.replace('-', ''), descending: wanted.startsWith('-') }
  const hidden = sort.length ? await unsearchable(ctx, model) : undefined
  const chosen = sort.length ? sort : [usual]
  const parts = chosen.map(({ field, descending }) => {
    if (hidden) refuseHidden(ctx, model, hidden, field)
    const column = model.columns.get(field)
    if (!column) throw fail('input.unknownField', { field })
    const by = rankSql(column.field, column.compare)
    // Many cells of a form are empty or unreadable: they never stand before those that say something.
    return `${by} ${descending ? 'DESC' : 'ASC'}${column.field.entered ? ' NULLS LAST' : ''}`
  })
  if (chosen.some(({ field }) => field === 'id')) return `ORDER BY ${parts.join(', ')}`
  // The id makes the order total: without it a row could appear on two pages.
  return `ORDER BY ${parts.join(', ')}, t."id" ${chosen.at(-1)?.descending ? 'DESC' : 'ASC'}`
}

/** What a reader gets: labels beside ids, and masked what they may not see. */
export const present = (ctx: Ctx, model: Model, raw: Record<string, unknown>): AnyRow => {
  const row: Record<string, unknown> = {}
  const labels: Record<string, unknown> = {}
  const hidden = ctx.engine.masks.hidden(ctx, model)
  for (const [key, value] of Object.entries(raw)) {
    if (hidden.absent.has(key)) continue
    if (key.startsWith('_label_')) labels[key.slice(7)] = hidden.labels.has(key.slice(7)) ? MASK : value
    else if (key !== '_total') row[key] = value !== null && value !== '' && hidden.fields.has(key) ? MASK : value
  }
  for (const { name, field } of model.named) {
    const words = ctx.engine.registry.get(String(row[field.names === 'field' ? 'resource' : name]))?.locale[ctx.language]
    const title = field.names === 'field' ? words?.fields[String(row[name])] : words?.title
    if (title) labels[name] = title
  }
  row['_labels'] = labels
  return model.half?.show?.(ctx, row as AnyRow) ?? (row as AnyRow)
}

export const presentAll = async (ctx: Ctx, model: Model, raw: readonly Record<string, unknown>[]): Promise<readonly AnyRow[]> => {
  const named = model.named.filter(({ field }) => field.names === 'resource')
  await ctx.engine.registry.openAll(
    ctx,
    raw.flatMap((row) => named.map(({ name }) => row[name])),
  )
  const rows = await sayRows(
    ctx,
    model,
    raw.map((row) => present(ctx, model, row)),
  )
  return (await model.half?.showAll?.(ctx, rows)) ?? rows
}

/** What keeps each of them as it is, for whoever would change it. */
export const withHeld = async (ctx: Ctx, model: Model, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const held = rows.length > 0 ? await model.half?.held?.(ctx, model, rows) : undefined
  return held ? rows.map((row) => (held[row.id] ? { ...row, _held: held[row.id] } : row)) : [...rows]
}

export type ListStatement = { text: string; values: unknown[] }
/** The statement of a list without paging: index adds a page to it, export reads it by cursor. */
export const listStatement = async (ctx: Ctx, model: Model, query: ListQuery, bin: Bin): Promise<ListStatement> => {
  const bind = new Bind()
  const where = await whereSql(ctx, model, query, bin, bind)
  return {
    text: `SELECT ${await selection(ctx, model, bind)} FROM ${model.table} t ${where} ${await orderSql(ctx, model, query.sort, bin)}`,
    values: bind.values,
  }
}

export const listRows = async (ctx: Ctx, model: Model, query: ListQuery, bin: Bin): Promise<ListPage<AnyRow>> => {
  const bind = new Bind()
  const where = await whereSql(ctx, model, query, bin, bind)
  const order = await orderSql(ctx, model, query.sort, bin)
  const whole = model.isTree && bin === 'live'
  const limit = bind.add(whole ? MAX_TREE : query.limit)
  const offset = bind.add(whole ? 0 : (query.page - 1) * query.limit)
  // The price of a list page is its total: a page that is not full knows it, and counting stops at the cap.
  const all = `SELECT count(*) FROM (SELECT 1 FROM ${model.table} t ${where} ${countedTo(model, query)}) c`
  const total = `CASE WHEN (SELECT count(*) FROM "_page") < ${limit}::bigint THEN ${offset}::bigint + (SELECT count(*) FROM "_page") ELSE (${all}) END`
  const rows = await ctx.db.query(
    `WITH "_page" AS MATERIALIZED (SELECT t.* FROM ${model.table} t ${where} ${order} LIMIT ${limit} OFFSET ${offset})
      SELECT ${await selection(ctx, model, bind)}, ${total} AS "_total" FROM "_page" t ${order}`,
    bind.values,
  )
  const count = rows[0] ? Number(rows[0]['_total']) : query.page > 1 ? await countRows(ctx, model, query, bin) : 0
  return {
    list: [...(await presentAll(ctx, model, rows))],
    ...totalOf(model, query, count),
    remark: model.locale[ctx.language].remark,
    ...(model.revision ? { revision: model.revision } : {}),
  }
}

const countRows = async (ctx: Ctx, model: Model, query: ListQuery, bin: Bin): Promise<number> => {
  const bind = new Bind()
  const where = await whereSql(ctx, model, query, bin, bind)
  const [row] = await ctx.db.query<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${model.table} t ${where} ${countedTo(model, query)}) c`,
    bind.values,
  )
  return row?.n ?? 0
}

/** Everything that a filter finds, by number; one more than the most says that there is more. */
export const idsMatching = async (ctx: Ctx, model: Model, query: ListQuery, bin: Bin, most: number): Promise<number[]> => {
  const bind = new Bind()
  const where = await whereSql(ctx, model, query, bin, bind)
  const rows = await ctx.db.query<{ id: number }>(
    `SELECT t."id" FROM ${model.table} t ${where} ORDER BY t."id" LIMIT ${bind.add(most + 1)}`,
    bind.values,
  )
  return rows.map(({ id }) => id)
}

/** Whoever scrolls through a list is shown how long it is. */
const capOf = ({ resource }: Model, { isWhole }: ListQuery): number =>
  resource.list.window ? Number.POSITIVE_INFINITY : isWhole ? MOST_IN_BULK : TOTAL_CAP
const countedTo = (model: Model, query: ListQuery): string => {
  const cap = capOf(model, query)
  return Number.isFinite(cap) ? `LIMIT ${cap + 1}` : ''
}
const totalOf = (model: Model, query: ListQuery, count: number) => {
  const cap = capOf(model, query)
  return { total: Math.min(count, cap), capped: count > cap }
}

/** Options of a remote select, all or `among` some: `initValue` asks for the labels of what is chosen already. */
export const listOptions = async (
  ctx: Ctx,
  model: Model,
  query: ListQuery,
  among: (bind: Bind) => Promise<string> = () => Promise.resolve(''),
): Promise<{ options: Option[]; total: number; capped: boolean }> => {
  const bind = new Bind()
  const label = model.columns.get(labelOf(model.resource, ctx.language))!
  const key = model.columns.get(query.initKey)
  if (!key || !['id', ...uniqueNames(model)].includes(query.initKey))
    throw fail('input.unknownField', { field: query.initKey.slice(0, 100) })
  // A name that some rows keep from this reader is none to choose by.
  const hidden = await unsearchable(ctx, model)
  refuseHidden(ctx, model, hidden, query.initKey)
  const asked = query.initValue
    .map((v) => (query.initKey === 'id' ? Number(v) : v))
    .filter((v) => typeof v === 'string' || Number.isSafeInteger(v))
  const live = await whereSql(ctx, model, query, 'live', bind)
  const some = await among(bind)
  const where = some && live ? `${live} AND ${some}` : some ? `WHERE ${some}` : live
  const chosen = query.initValue.length
    ? `${where ? 'AND' : 'WHERE'} t.${key.sql} = ANY(${bind.add(asked)}${query.initKey === 'id' ? '::bigint[]' : '::text[]'})`
    : ''
  const limit = bind.add(query.initValue.length ? 1000 : model.isTree ? MAX_TREE : query.limit)
  const offset = bind.add(query.initValue.length || model.isTree ? 0 : (query.page - 1) * query.limit)
  const extra = `${model.isTree ? ', t."parent_id" AS "parentId"' : ''}${hasStatus(model) ? ', t."status" AS "status"' : ''}`
  const rows = await ctx.db.query<{ value: number; label: string; parentId?: number | null; status?: boolean; total: number }>(
    `SELECT t."id" AS value, t.${label.sql} AS label${extra}, count(*) OVER () AS total FROM (SELECT t.* FROM ${model.table} t ${where} ${chosen} LIMIT ${TOTAL_CAP + 1}) t ${await orderSql(ctx, model, query.sort, 'live')} LIMIT ${limit} OFFSET ${offset}`,
    bind.values,
  )
  const total = rows[0]?.total ?? 0
  return {
    options: rows.map((r) => ({
      value: r.value,
      label: hidden.has(label.name) ? `${MASK} #${r.value}` : String(r.label ?? r.value),
      ...(r.parentId === undefined ? {} : { parentId: r.parentId }),
      ...(r.status === false ? { disabled: true } : {}),
    })),
    total: Math.min(total, TOTAL_CAP),
    capped: total > TOTAL_CAP,
  }
}
const hasStatus = (model: Model) => model.resource.fields['status']?.kind === 'switch'
const uniqueNames = (model: Model) => [...model.columns.values()].filter((c) => c.field.unique).map((c) => c.name)

/** Rows by id within the actor's scope; `lock` holds them until the transaction ends. */
export const rowsById = async (ctx: Ctx, model: Model, ids: readonly number[], bin: Bin, lock = false): Promise<AnyRow[]> => {
  const bind = new Bind()
  const parts = [`t."id" = ANY(${bind.add(ids)}::bigint[])`, ...(await scopeSql(ctx, model, bind))]
  if (model.isRecyclable) parts.push(bin === 'live' ? 't."deleted_at" IS NULL' : 't."deleted_at" IS NOT NULL')
  const text = `SELECT ${await selection(ctx, model, bind)} FROM ${model.table} t WHERE ${parts.join(' AND ')} ORDER BY t."id"${lock ? ' FOR UPDATE OF t' : ''}`
  return (await ctx.db.query(text, bind.values)) as AnyRow[]
}

/** The rows to be changed, held until the end of the transaction. All or nothing: a batch that silently skips what is out of scope looks done. */
export const holdRows = async (ctx: Ctx, model: Model, ids: readonly number[], bin: Bin): Promise<AnyRow[]> => {
  if (ids.length === 0) throw fail('input.noIds')
  const rows = await rowsById(ctx, model, ids, bin, !model.resource.view)
  if (rows.length !== new Set(ids).size) throw fail('record.missing')
  return rows
}

/** Refuses references to rows that are not there, are in the bin, or that the actor may not see. */
export const checkReferences = async (ctx: Ctx, model: Model, drafts: readonly Record<string, unknown>[]): Promise<void> => {
  for (const name of new Set(drafts.flatMap(Object.keys))) {
    const field = model.columns.get(name)?.field
    if (!field || !isPointer(field) || field.kind === 'remoteSelect') continue
    const ids = [...new Set(drafts.flatMap((draft) => (draft[name] ?? []) as number | number[]))]
    const target = ctx.engine.registry.get(field.to)
    if (!target || ids.length === 0) continue
    const bind = new Bind()
    const live = hasTrait(target.resource, 'recyclable') ? ' AND t."deleted_at" IS NULL' : ''
    const scope = isNarrowed(target) ? (await scopeSql(ctx, target, bind)).map((s) => ` AND ${s}`).join('') : ''
    const found = await ctx.db.query(
      // Held until this write is done: otherwise its deletion could come between.
      `SELECT t."id" FROM ${target.table} t WHERE t."id" = ANY(${bind.add(ids)}::bigint[])${live}${scope}${target.resource.view ? '' : ' FOR KEY SHARE OF t'}`,
      bind.values,
    )
    if (found.length !== ids.length)
      throw fail(
        'record.badReference',
        { field: columnTitle(model.locale, ctx.language, name) },
        { problems: [{ field: name, key: 'option' }] },
      )
  }
}
