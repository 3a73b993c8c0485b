import { fail, folderOf, readDesign, refuse, ruleBase, snake } from '#kernel'
import type { Design, Resource } from '#kernel'
import { draftFrom, dropRules, listTables, mountDesigns, planTable, printArea, serve } from '#server'
import type { Ctx } from '#server'
import { crudTable } from './index.ts'
import locale from './locale.ts'

type Stored = { id: number; definition: Resource; status: string }

const stored = async (ctx: Ctx, name: string): Promise<Stored | undefined> =>
  (await ctx.db.query<Stored>('SELECT id, definition, status FROM crud_table WHERE name = $1 FOR UPDATE', [name]))[0]

const designOf = (ctx: Ctx, input: Record<string, unknown>): Design => {
  const { design, problems } = readDesign(input, (name) => ctx.engine.registry.get(name)?.resource)
  if (!design) throw fail('input.invalid', {}, { design: problems })
  return design
}

/** The SQL of a design against what is there now. */
const plan = async (ctx: Ctx, { definition }: Design, drop: readonly string[]) => {
  const before = await stored(ctx, definition.name)
  const active = before?.status === 'active' ? before : undefined
  if (!active && ctx.engine.registry.get(definition.name)) throw refuse(locale, 'taken', { name: definition.name })
  const table = snake(definition.name)
  const [exists] = await ctx.db.query(
    'SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2',
    ['public', table],
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

/** Table, calls, menu and rules are there at once; the transaction that made them is over. */
const remount = async (ctx: Ctx) => {
  await mountDesigns(ctx.engine.database, ctx.engine.registry)
  await ctx.services.syncRules()
}

/** A column goes only when its name was typed. */
const dropsOf = (input: Record<string, unknown>): string[] =>
  Array.isArray(input['drop']) ? input['drop'].filter((n) => typeof n === 'string') : []

export default serve(crudTable, {
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
      const values = {
        title: words['zh-cn'].title,
        status: 'active',
        fieldCount: Object.keys(definition.fields).length,
        definition,
        locale: words,
        statements: statements.join('\n'),
      }
      const row = before
        ? await ctx.engine.edit(ctx, 'crud.table', { id: before.id, ...values })
        : await ctx.engine.add(ctx, 'crud.table', { name: definition.name, ...values })
      ctx.afterCommit(() => remount(ctx))
      return { row, path: `/admin/${ruleBase(definition.name)}` }
    },
    source: async (ctx, _, { table }) => {
      if (table === undefined) return { tables: await listTables(ctx.db) }
      const design = await draftFrom(ctx.db, String(table))
      if (!design) throw fail('record.missing')
      return { design }
    },
    code: async (_, rows) => {
      const row = rows[0] as unknown as Design | undefined
      if (!row) throw fail('record.missing')
      return printArea(row.definition, row.locale)
    },
    drop: async (ctx, rows, { typed }) => {
      const [row] = rows
      if (!row || row.status !== 'active') throw fail('record.missing')
      if (typed !== row.name) throw refuse(locale, 'typedName', { name: row.name })
      await ctx.db.query(`DROP TABLE "${snake(row.name)}"`)
      await ctx.engine.edit(ctx, 'crud.table', { id: row.id, status: 'dropped', statements: `DROP TABLE "${snake(row.name)}"` })
      await dropRules(ctx, row.name)
      ctx.afterCommit(() => remount(ctx))
      return { folder: folderOf(row.name) }
    },
  },
})
