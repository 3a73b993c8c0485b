import { fail, invalid } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import type { FieldRule } from '#server/model/context.ts'
import { securitySensitive } from '../index.ts'

const load = async ({ engine }: Ctx): Promise<void> =>
  engine.masks.replace(
    await engine.database.query<FieldRule>('SELECT resource, field, watch, mask, groups FROM security_sensitive WHERE status'),
  )

const refuseTarget = async (ctx: Ctx, resource: string, field: string) => {
  const design = ctx.engine.registry.design(resource)
  if (!design || design.view) throw invalid([{ field: 'resource', key: 'option' }])
  const kind = Object.hasOwn(design.fields, field) ? design.fields[field]?.kind : undefined
  // A password has no value that anybody could be shown.
  if (!kind || kind === 'password') throw invalid([{ field: 'field', key: 'option' }])
  await ctx.db.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`sensitive:${resource}`])
  const same = await ctx.db.query('SELECT 1 FROM security_sensitive WHERE resource = $1 AND field = $2', [resource, field])
  if (same.length) throw invalid([{ field: 'field', key: 'taken' }])
}

/** Whoever the rule hides the value from does not loosen it: neither for others nor for themselves. */
const refuseBlinded = (ctx: Ctx, rows: readonly { resource: string; field: string }[]) => {
  if (rows.some(({ resource, field }) => ctx.engine.masks.hides(ctx, resource, field))) throw fail('auth.notYours')
}

export default serve(securitySensitive, {
  load,
  before: {
    add: async (ctx, draft) => {
      await refuseTarget(ctx, draft.resource, draft.field)
      return draft
    },
    edit: async (ctx, row, change) => {
      refuseBlinded(ctx, [row])
      return change
    },
    del: async (ctx, rows) => refuseBlinded(ctx, rows),
  },
})
