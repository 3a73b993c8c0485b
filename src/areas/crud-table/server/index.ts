import { actionsOf, can, fail, folderOf, isPointer, readDesign, refuse, rightsOf, ruleBase, ruleOf, snake } from '#kernel'
import type { Design, Resource } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { SCHEMAS, tableText } from '#server/db/designed.ts'
import { SYSTEM } from '#server/model/actor.ts'
import { dropRules } from '#server/seed/drop-rules.ts'
import { forgetUses } from '#server/storage/use.ts'
import { printArea } from './code.ts'
import { planTable } from './ddl.ts'
import { mountDesigns } from './mount.ts'
import { inOrder, orderOf } from './order.ts'
import { draftFrom, listTables } from './source.ts'
import { crudTable } from '../index.ts'
import locale from '../locale.ts'

type Stored = { id: number; definition: Resource; fieldOrder: unknown; status: string }

const stored = async (ctx: Ctx, name: string): Promise<Stored | undefined> => {
  const [row] = await ctx.db.query<Stored>(
    'SELECT id, definition, field_order AS "fieldOrder", status FROM crud_table WHERE name = $1 FOR UPDATE',
    [name],
  )
  return row && { ...row, definition: inOrder(row.definition, row.fieldOrder) }
}

/** A label is read by everybody who sees the new table: one does not show others what one may not see. */
const mayRead = (ctx: Ctx, name: string): boolean => can(ctx.actor.rules, ruleOf(name, 'index'))

const designOf = (ctx: Ctx, input: Record<string, unknown>): Design => {
  const { design, problems } = readDesign(input, (name) => ctx.engine.registry.get(name)?.resource)
  if (!design) throw fail('input.invalid', {}, { design: problems })
  const { name, fields } = design.definition
  const unread = Object.entries(fields).filter(([, field]) => isPointer(field) && field.to !== name && !mayRead(ctx, field.to))
  if (unread.length) throw fail('input.invalid', {}, { design: unread.map(([field]) => ({ at: `fields.${field}`, key: 'target' })) })
  return design
}

/** Taken as a resource, as the group of one, or by rules that are not its own: they would go when the table is dropped. */
const isTaken = async ({ engine, db }: Ctx, name: string): Promise<boolean> => {
  const [group = ''] = name.split('.')
  if (engine.registry.get(name) ?? engine.registry.get(group)) return true
  const base = ruleBase(name)
  return (await db.query('SELECT 1 FROM auth_rule WHERE name = $1 OR starts_with(name, $2) LIMIT 1', [base, `${base}/`])).length > 0
}

/** The SQL of a design against what is there now. */
const plan = async (ctx: Ctx, { definition }: Design, drop: readonly string[]) => {
  const before = await stored(ctx, definition.name)
  const active = before?.status === 'active' ? before : undefined
  if (!active && (await isTaken(ctx, definition.name))) throw refuse(locale, 'taken', { name: definition.name })
  const table = snake(definition.name)
  const [exists] = await ctx.db.query(
    'SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ANY($1) AND c.relname = $2',
    [SCHEMAS, table],
  )
  if (!active && exists) throw refuse(locale, 'tableTaken', { table })
  const rows = active ? await ctx.db.query(`SELECT 1 FROM ${ctx.engine.registry.need(definition.name).table} LIMIT 1`) : []
  const others = ctx.engine.registry
    .all()
    .map((m) => m.resource)
    .filter((r) => r.name !== definition.name && !r.view)
  const made = await planTable(others, active?.definition ?? null, definition, rows.length > 0, drop)
  const [problem] = made.problems
  if (problem) throw refuse(locale, problem.key, problem.params)
  return { ...made, before }
}

/** A field that goes leaves its values in the trail. What the design said about them becomes a rule, so that it still holds there. */
const keepHidden = async (ctx: Ctx, before: Resource | undefined, now: Resource) => {
  for (const [field, { sensitive }] of Object.entries(before?.fields ?? {})) {
    if (!sensitive || field in now.fields || ctx.engine.masks.rule(now.name, field)?.mask) continue
    const [known] = await ctx.db.query<{ id: number }>('SELECT id FROM security_sensitive WHERE resource = $1 AND field = $2', [
      now.name,
      field,
    ])
    const rule = { title: `${now.name} ${field}`.slice(0, 60), resource: now.name, field, watch: false }
    await (known
      ? ctx.engine.edit(ctx, 'security.sensitive', { id: known.id, mask: true, status: true })
      : ctx.engine.add(ctx, 'security.sensitive', { ...rule, mask: true }))
  }
}

/** The columns of a resource are told to those who may see its rows. */
const isReadable = (ctx: Ctx, table: string): boolean => {
  const model = ctx.engine.registry.all().find(({ resource }) => snake(resource.name) === table)
  return !model || mayRead(ctx, model.resource.name)
}

/** A column goes only when its name was typed. */
const dropsOf = (input: Record<string, unknown>): string[] =>
  Array.isArray(input['drop']) ? input['drop'].filter((n) => typeof n === 'string') : []

const rulesOf = (design: Resource | null): string[] | null =>
  design && [ruleBase(design.name), ...[...actionsOf(design), ...rightsOf(design)].map((action) => ruleOf(design.name, action))]

/**
 * The log of designs is no resource with a trail of its own: what was done to the database is told here, in one entry, with its SQL and
 * the rights that come and go with it.
 */
const recordChange = (
  ctx: Ctx,
  action: 'apply' | 'drop',
  row: { id: number; name: string },
  sql: string,
  [before, after]: [Resource | null, Resource | null],
) => {
  const rules: [unknown, unknown] = [rulesOf(before), rulesOf(after)]
  const hasOthers = JSON.stringify(rules[0]) !== JSON.stringify(rules[1])
  return record(ctx, {
    action,
    resource: crudTable.name,
    recordId: row.id,
    label: row.name,
    changes: { statements: [null, sql], definition: [before, after], ...(hasOthers ? { rules } : {}) },
  })
}

export default serve(crudTable, {
  show: (ctx, row) => ({
    ...row,
    title: (row['locale'] as Design['locale'])[ctx.language].title || row['title'],
    definition: inOrder(row['definition'] as Resource, row['fieldOrder']),
  }),
  load: (ctx) => mountDesigns(ctx.db, ctx.engine.registry),
  actions: {
    preview: async (ctx, _, { drop, ...input }) => {
      const { statements, removed } = await plan(ctx, designOf(ctx, input), dropsOf({ drop }))
      return { statements, removed }
    },
    apply: async (ctx, _, { drop, ...input }) => {
      const design = designOf(ctx, input)
      const { definition, locale: words } = design
      const { statements, before } = await plan(ctx, design, dropsOf({ drop }))
      for (const statement of statements) await ctx.db.query(statement)
      await forgetUses(ctx.db, definition.name, definition.fields)
      const values = {
        title: words['zh-cn'].title,
        status: 'active',
        fieldCount: Object.keys(definition.fields).length,
        definition,
        fieldOrder: orderOf(definition),
        locale: words,
        statements: statements.join('\n'),
      }
      const row = before
        ? await ctx.engine.edit(ctx, 'crud.table', { id: before.id, ...values })
        : await ctx.engine.add(ctx, 'crud.table', { name: definition.name, ...values })
      await recordChange(ctx, 'apply', { id: row.id, name: definition.name }, values.statements, [before?.definition ?? null, definition])
      await keepHidden(ctx, before?.definition, definition)
      // Calls are there when the design is loaded; menu and rules follow it.
      ctx.afterCommit(() => ctx.services.syncRules(ctx.request))
      return { row, path: `/admin/${ruleBase(definition.name)}` }
    },
    source: async (ctx, _, { table }) => {
      if (table === undefined) return { tables: (await listTables(ctx.db)).filter(({ name }) => isReadable(ctx, name)) }
      const design = typeof table === 'string' && isReadable(ctx, table) ? await draftFrom(ctx.db, table) : null
      if (!design) throw fail('record.missing')
      return { design }
    },
    code: async (_, rows) => {
      const row = rows[0] as unknown as (Design & { fieldOrder: unknown }) | undefined
      if (!row) throw fail('record.missing')
      return printArea(inOrder(row.definition, row.fieldOrder), row.locale)
    },
    drop: async (ctx, rows, { typed }) => {
      const [row] = rows
      if (!row || row.status !== 'active') throw fail('record.missing')
      if (typed !== row.name) throw refuse(locale, 'typedName', { name: row.name })
      const before = await stored(ctx, row.name)
      const statement = `DROP TABLE ${tableText({ name: row.name, designed: true })}`
      await ctx.db.query(statement)
      await ctx.engine.edit(ctx, 'crud.table', { id: row.id, status: 'dropped', statements: statement })
      await recordChange(ctx, 'drop', row, statement, [before?.definition ?? null, null])
      await dropRules({ ...ctx, actor: SYSTEM }, row.name)
      await forgetUses(ctx.db, row.name)
      return { folder: folderOf(row.name) }
    },
  },
})
