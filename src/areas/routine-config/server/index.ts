import { invalid, refuse } from '#kernel'
import type { FieldProblem } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { followClock } from '#server/settings/clock.ts'
import { settingFlaw } from '#server/settings/default-item.ts'
import { shapeProblems, valueProblem } from '#server/settings/item.ts'
import type { Shape } from '#server/settings/item.ts'
import { entranceProblem } from './entrance.ts'
import { routineConfig } from '../index.ts'
import locale from '../locale.ts'
import { ensureSettings } from './ensure.ts'
import { settingsRoutes } from './routes.ts'

const flawOf = (item: Shape, value: unknown): FieldProblem | null => valueProblem(item, value) ?? settingFlaw(item.name, value)
const problemOf = async ({ db }: Ctx, item: Shape, value: unknown): Promise<FieldProblem | null> =>
  flawOf(item, value) ?? (item.name === 'quick_entrance' && Array.isArray(value) ? entranceProblem(db, value) : null)

/** What the record keeps: of a secret only that it is there, and since when. */
const store = async (ctx: Ctx, { name, kind }: Shape, value: unknown): Promise<unknown> => {
  if (kind !== 'password' || value === null || value === '') return value ?? null
  await ctx.services.vault.put(ctx.db, name, String(value))
  return { set: new Date().toISOString() }
}

/** Refuses a value that does not fit, in the words of its own field. */
const keep = async (ctx: Ctx, item: Shape, value: unknown, problem: FieldProblem | null): Promise<unknown> => {
  if (problem) throw invalid([{ ...problem, field: 'value' }])
  return store(ctx, item, value)
}

const shapeOf = (row: { name: string; kind: string }): Shape => ({ options: null, extend: null, rule: null, ...row })
const refuseShape = (shape: Shape) => {
  const problems = shapeProblems(shape)
  if (problems.length) throw invalid(problems)
}

export default serve(routineConfig, {
  routes: settingsRoutes,
  seed: ensureSettings,
  before: {
    add: async (ctx, draft) => {
      const shape = shapeOf({ ...draft, kind: draft.kind ?? 'string' })
      refuseShape(shape)
      const isBlank = draft.value === undefined || draft.value === null || draft.value === ''
      // The first start adds its settings before there is a menu to compare them with.
      return { ...draft, value: isBlank ? null : await keep(ctx, shape, draft.value, flawOf(shape, draft.value)) }
    },
    edit: async (ctx, row, change) => {
      const shape = shapeOf({ ...row, ...change })
      refuseShape(shape)
      if (shape.kind === 'password' && (change.value === '' || change.value === null)) delete change.value
      if (change.value !== undefined)
        return { ...change, value: await keep(ctx, shape, change.value, await problemOf(ctx, shape, change.value)) }
      // A value of the old kind would be read as one of the new.
      const isStale = change.kind !== undefined && change.kind !== row.kind
      return isStale ? { ...change, value: null } : change
    },
    del: async (ctx, rows) => {
      const fixed = rows.find((r) => !r.deletable)
      if (fixed) throw refuse(locale, 'fixed', { name: fixed.name })
      for (const row of rows) await ctx.services.vault.forget(ctx.db, row.name)
    },
  },
  after: {
    add: (ctx, row) => followClock(ctx.db, row.name, row.value),
    edit: (ctx, row) => followClock(ctx.db, row.name, row.value),
  },
  actions: {
    save: async (ctx, _, input) => {
      const group = String(input['group'] ?? '')
      const values = (typeof input['values'] === 'object' && input['values'] !== null ? input['values'] : {}) as Record<string, unknown>
      const items = await ctx.db.query<Shape & { id: number }>(
        'SELECT id, name, kind, options, extend, rule FROM routine_config WHERE "group" = $1 FOR UPDATE',
        [group],
      )
      if (items.length === 0) throw refuse(locale, 'noGroup', { group: group.slice(0, 30) })
      const known = new Map(items.map((item) => [item.name, item]))
      const entries = Object.entries(values).filter(
        ([name, value]) => known.get(name)?.kind !== 'password' || (value !== '' && value !== null),
      )
      const judged = entries.map(async ([name, value]): Promise<FieldProblem | null> => {
        const item = known.get(name)
        return item ? problemOf(ctx, item, value) : { field: name, key: 'unknown' }
      })
      const problems = (await Promise.all(judged)).filter((p) => p !== null)
      if (problems.length) throw invalid(problems)
      for (const [name, value] of entries) await ctx.engine.edit(ctx, routineConfig.name, { id: known.get(name)!.id, value })
      return { saved: entries.length }
    },
  },
})
