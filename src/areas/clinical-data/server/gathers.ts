import { can, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { Bind } from '#server/db/bind.ts'
import { scopeSql } from '#server/model/scope.ts'

type Gather = { id: number; form: number; name: string }

/** Where a file with records of a form is handed in: open gather projects that take files of the house, of those that this person sees and may deliver to. */
export const gathersOf = async (ctx: Ctx, study: number): Promise<ReadonlyMap<number, Gather[]>> => {
  const area = ctx.engine.registry.get('gather.project')
  const may = (action: string): boolean => can(ctx.actor.rules, ruleOf('gather.project', action))
  if (!area || !may('index') || !may('deliver')) return new Map()
  const bind = new Bind()
  const name = ctx.language === 'en' ? `coalesce(nullif(t.name_en, ''), t.name)` : 't.name'
  const parts = [
    `t.study = ${bind.add(study)}`,
    `t.state = 'open' AND t.deleted_at IS NULL AND t.form IS NOT NULL AND (t.channel = 'import' OR 'import' = ANY(t.also))`,
    ...(await scopeSql(ctx, area, bind)),
  ]
  const text = `SELECT t.id, t.form, ${name} AS name FROM ${area.table} t WHERE ${parts.join(' AND ')} ORDER BY t.id`
  return Map.groupBy(await ctx.db.query<Gather>(text, bind.values), ({ form }) => form)
}
