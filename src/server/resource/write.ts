import { fail, hasTrait, invalid, parseDraft, readDraft } from '#kernel'
import type { FieldProblem } from '#kernel'
import { changesOf, passwordChange, recordRow } from '../audit/entry.ts'
import type { Changes } from '../audit/entry.ts'
import { hashPassword } from '../auth/password.ts'
import type { AnyRow, Ctx } from '../context.ts'
import { STORED } from '../db/kind.ts'
import { Bind } from './condition.ts'
import { lastChange } from './history.ts'
import { MASK } from './mask.ts'
import type { Column, Model, Registry } from './model.ts'
import { refuseRestoreConflict, restoreChanges, withAncestors, withBranch } from './restore.ts'
import type { RestoreOptions } from './restore.ts'
import { checkReferences, present, rowsById } from './read.ts'
import { releaseReferences } from './reference.ts'
import { refuseCycle, refuseOrphans } from './tree.ts'

type Values = Record<string, unknown>

/** What a value looks like to the driver: documents as JSON text, passwords as hashes. */
const encode = async ({ field }: Column, value: unknown): Promise<unknown> => {
  if (value === null || value === undefined) return null
  if (field.kind === 'json' || field.kind === 'array') return JSON.stringify(value)
  return field.kind === 'password' ? hashPassword(value as string) : value
}

const assignments = async (model: Model, draft: Values, bind: Bind): Promise<{ column: string; value: string }[]> => {
  const out = []
  for (const [name, value] of Object.entries(draft)) {
    const column = model.columns.get(name)!
    out.push({ column: column.sql, value: bind.add(await encode(column, value)) })
  }
  return out
}

/** `facts` are values of readonly fields: known to the server's own code, never taken from a request. */
export const addRow = async (ctx: Ctx, registry: Registry, model: Model, input: unknown, facts: Values = {}): Promise<AnyRow> => {
  const born = ctx.at && hasTrait(model.resource, 'timestamps') ? { createdAt: ctx.at, updatedAt: ctx.at } : {}
  let draft: Values = { ...parseDraft(model.resource, input, 'add'), ...born, ...facts }
  refuseState(model, null, draft)
  if (hasTrait(model.resource, 'scoped')) {
    draft['departmentId'] ??= ctx.actor.departmentId
    draft['ownerId'] = ctx.actor.kind === 'admin' ? ctx.actor.id : null
    refuseForeignDepartment(ctx, draft)
  }
  if (model.half?.before?.add) draft = await model.half.before.add(ctx, draft as never)
  const { ownerId: _, ...chosen } = draft
  if (chosen['departmentId'] === ctx.actor.departmentId) delete chosen['departmentId']
  await checkReferences(ctx, registry, model, chosen)
  const bind = new Bind()
  const set = await assignments(model, draft, bind)
  const names = set.map((s) => s.column)
  const values = set.map((s) => s.value)
  const sequence = `nextval(pg_get_serial_sequence('${model.table}', 'id'))`
  // A new record stands first: its weight is its id, unique without asking for the highest.
  const text = hasTrait(model.resource, 'sortable')
    ? `WITH n AS (SELECT ${sequence} AS id) INSERT INTO ${model.table} AS t ("id", "weigh", ${names.join(', ')}) SELECT n.id, n.id, ${values.map((v, i) => `${v}${castOf(model, names[i]!)}`).join(', ')} FROM n`
    : `INSERT INTO ${model.table} AS t (${names.join(', ')}) VALUES (${values.join(', ')})`
  const [raw] = await ctx.db.query(`${text} RETURNING ${registry.selection(model, ctx, bind)}`, bind.values)
  const row = raw as AnyRow
  await tellWritten(ctx, model, row, null)
  await recordRow(ctx, model, 'add', row, { ...changesOf(model, null, row), ...passwordsIn(model, draft) })
  await model.half?.after?.add?.(ctx, row as never)
  return present(ctx, model, row)
}

/** `INSERT … SELECT $1` has no column to infer a parameter's type from. */
const castOf = (model: Model, sql: string): string => {
  const kind = [...model.columns.values()].find((c) => c.sql === sql)?.field.kind
  return `::${kind ? STORED[kind].type : 'text'}`
}

const passwordsIn = (model: Model, draft: Values): Changes =>
  Object.assign({}, ...Object.keys(draft).map((n) => (model.columns.get(n)?.field.kind === 'password' ? passwordChange(n) : {}))) as Changes

const refuseForeignDepartment = (ctx: Ctx, draft: Values) => {
  const { scope, kind, departmentId } = ctx.actor
  const wanted = draft['departmentId']
  if (
    kind === 'system' ||
    scope.all ||
    wanted === null ||
    wanted === undefined ||
    wanted === departmentId ||
    scope.departments.includes(wanted as number)
  )
    return
  throw fail('auth.badGroup')
}

const refuseState = (model: Model, before: string | null, draft: Values) => {
  const states = model.resource.states
  const next = draft['state']
  if (!states || next === undefined || next === before) return
  if (before === null ? next !== Object.keys(states)[0] : !states[before]?.includes(next as string))
    throw fail('state.move', { from: before ?? '–', to: String(next) })
}

const refuseFixed = (model: Model, row: AnyRow, input: Values) => {
  const problems: FieldProblem[] = []
  for (const { name, field } of model.columns.values())
    if (field.immutable && name in input && input[name] !== row[name]) problems.push({ field: name, key: 'type' })
  if (problems.length) throw invalid(problems)
}

export const editRow = async (ctx: Ctx, registry: Registry, model: Model, input: unknown, facts: Values = {}): Promise<AnyRow> => {
  const { id, version, ...given } = (typeof input === 'object' && input !== null ? input : {}) as Values
  const row = await lockOne(ctx, registry, model, id)
  if (version !== undefined && version !== row.version) throw await changedMeanwhile(ctx, model, row)
  // A form sends back what it was shown: the mask is no new value.
  for (const name of ctx.engine.masks.hidden(ctx, model).fields) if (given[name] === MASK) delete given[name]
  refuseFixed(model, row, given)
  const { draft, problems } = readDraft(model.resource, given, 'edit', row)
  if (problems.length) throw invalid(problems)
  let change: Values = { ...draft, ...facts }
  refuseState(model, (row['state'] as string | undefined) ?? null, change)
  if (hasTrait(model.resource, 'scoped') && 'departmentId' in change) refuseForeignDepartment(ctx, change)
  if (model.half?.before?.edit) change = await model.half.before.edit(ctx, row as never, change as never)
  if (model.isTree && typeof change['parentId'] === 'number') await refuseCycle(ctx, model, row.id, change['parentId'])
  const passwords = passwordsIn(model, change)
  const changed = Object.fromEntries(
    Object.entries(change).filter(([name, value]) => name in passwords || name in changesOf(model, row, { ...row, [name]: value })),
  )
  if (Object.keys(changed).length === 0) return present(ctx, model, row)
  await checkReferences(ctx, registry, model, changed)
  const after = await updateRow(ctx, registry, model, row.id, changed)
  await tellWritten(ctx, model, after, row)
  await recordRow(ctx, model, 'edit', after, { ...changesOf(model, row, after), ...passwords })
  await model.half?.after?.edit?.(ctx, after as never, row as never)
  return present(ctx, model, after)
}

const updateRow = async (ctx: Ctx, registry: Registry, model: Model, id: number, values: Values): Promise<AnyRow> => {
  const bind = new Bind()
  const set = (await assignments(model, values, bind)).map((s) => `${s.column} = ${s.value}`)
  if (hasTrait(model.resource, 'timestamps')) set.push(`"updated_at" = ${ctx.at ? bind.add(ctx.at) : 'now()'}`)
  const text = `UPDATE ${model.table} t SET ${set.join(', ')}, "version" = t."version" + 1 WHERE t."id" = ${bind.add(id)} RETURNING ${registry.selection(model, ctx, bind)}`
  return (await ctx.db.query(text, bind.values))[0] as AnyRow
}

const tellWritten = async (ctx: Ctx, model: Model, row: AnyRow, before: AnyRow | null): Promise<void> => {
  for (const listener of ctx.engine.listeners) await listener.written(ctx, model, row, before)
}
const tellGone = async (ctx: Ctx, model: Model, ids: readonly number[]): Promise<void> => {
  for (const listener of ctx.engine.listeners) await listener.gone(ctx, model, ids)
}

/** The row to be changed, held until the end of the transaction. */
const lockOne = async (ctx: Ctx, registry: Registry, model: Model, id: unknown): Promise<AnyRow> => {
  if (!Number.isSafeInteger(id)) throw fail('record.missing')
  const [row] = await rowsById(ctx, registry, model, [id as number], 'live', true)
  if (!row) throw fail('record.missing')
  refuseLocked([row])
  return row
}
const refuseLocked = (rows: readonly AnyRow[]) => {
  if (rows.some((r) => r['lockedAt'])) throw fail('record.locked')
}

const changedMeanwhile = async (ctx: Ctx, model: Model, row: AnyRow) => {
  const last = await lastChange(ctx.db, model.resource.name, row.id)
  const at = last?.at ?? String(row['updatedAt'] ?? '')
  return fail(
    'record.changed',
    { by: last?.by ?? '?', at: at.slice(0, 19).replace('T', ' ') },
    { conflict: { by: last?.by ?? '', at, theirs: present(ctx, model, row) } },
  )
}

const lockMany = async (
  ctx: Ctx,
  registry: Registry,
  model: Model,
  ids: readonly number[],
  bin: 'live' | 'recycled',
): Promise<AnyRow[]> => {
  if (ids.length === 0) throw fail('input.noIds')
  const rows = await rowsById(ctx, registry, model, ids, bin, true)
  // All or nothing: a batch that silently skips what is out of scope looks done.
  if (rows.length !== new Set(ids).size) throw fail('record.missing')
  refuseLocked(rows)
  return rows
}

export const deleteRows = async (ctx: Ctx, registry: Registry, model: Model, ids: readonly number[]): Promise<number> => {
  const rows = await lockMany(ctx, registry, model, ids, 'live')
  await model.half?.before?.del?.(ctx, rows as never)
  if (model.isTree) await refuseOrphans(ctx, model, ids)
  await releaseReferences(ctx, registry, model, ids, model.isRecyclable ? 'recycled' : 'gone')
  if (model.isRecyclable)
    await ctx.db.query(`UPDATE ${model.table} SET "deleted_at" = now(), "version" = "version" + 1 WHERE "id" = ANY($1::bigint[])`, [ids])
  else {
    await ctx.db.query(`DELETE FROM ${model.table} WHERE "id" = ANY($1::bigint[])`, [ids])
    await tellGone(ctx, model, ids)
  }
  for (const row of rows) await recordRow(ctx, model, 'del', row, changesOf(model, row, null))
  await model.half?.after?.del?.(ctx, rows as never)
  return rows.length
}

export const restoreRows = async (
  ctx: Ctx,
  registry: Registry,
  model: Model,
  ids: readonly number[],
  options: RestoreOptions = {},
): Promise<number> => {
  const below = options.withChildren && model.isTree ? await withBranch(ctx, model, ids) : ids
  const all = options.withParents && model.isTree ? await withAncestors(ctx, model, below) : below
  const before = await lockMany(ctx, registry, model, all, 'recycled')
  const changes = await restoreChanges(ctx, model, before, options)
  const rows: AnyRow[] = []
  for (const row of before) {
    let change = changes.get(row.id)
    if (change && model.half?.before?.edit) change = await model.half.before.edit(ctx, row as never, change as never)
    if (model.half?.before?.restore) change = { ...change, ...(await model.half.before.restore(ctx, row as never)) }
    const back = change ? await updateRow(ctx, registry, model, row.id, change) : row
    if (change) await tellWritten(ctx, model, back, row)
    rows.push(back)
  }
  await refuseRestoreConflict(ctx, model, rows)
  await ctx.db.query(`UPDATE ${model.table} SET "deleted_at" = NULL, "version" = "version" + 1 WHERE "id" = ANY($1::bigint[])`, [all])
  for (const [i, row] of rows.entries())
    await recordRow(ctx, model, 'restore', row, { ...changesOf(model, before[i]!, row), deletedAt: [row['deletedAt'], null] })
  await model.half?.after?.restore?.(ctx, rows as never)
  return rows.length
}

/** Out of the bin for good. The audit trail keeps the last state. */
export const purgeRows = async (ctx: Ctx, registry: Registry, model: Model, ids: readonly number[]): Promise<number> => {
  const rows = await lockMany(ctx, registry, model, ids, 'recycled')
  await model.half?.before?.purge?.(ctx, rows as never)
  for (const { half } of registry.all()) await half?.guardPurge?.(ctx, model, rows)
  await releaseReferences(ctx, registry, model, ids, 'gone')
  await ctx.db.query(`DELETE FROM ${model.table} WHERE "id" = ANY($1::bigint[])`, [ids])
  await tellGone(ctx, model, ids)
  for (const row of rows) await recordRow(ctx, model, 'delete', row, changesOf(model, row, null))
  return rows.length
}

export const setLock = async (ctx: Ctx, registry: Registry, model: Model, ids: readonly number[], locked: boolean): Promise<number> => {
  if (ids.length === 0) throw fail('input.noIds')
  const rows = await rowsById(ctx, registry, model, ids, 'live', true)
  if (rows.length !== new Set(ids).size) throw fail('record.missing')
  await ctx.db.query(
    `UPDATE ${model.table} SET "locked_at" = ${locked ? 'now()' : 'NULL'}, "version" = "version" + 1 WHERE "id" = ANY($1::bigint[])`,
    [ids],
  )
  for (const row of rows)
    await recordRow(ctx, model, locked ? 'lock' : 'unlock', row, { lockedAt: [row['lockedAt'] ?? null, locked ? 'now' : null] })
  return rows.length
}
