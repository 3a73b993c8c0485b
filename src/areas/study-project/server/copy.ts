import { writableOf } from '#kernel'
import type { Ctx } from '#server'
import { studyProject } from '../index.ts'

const PARTS = ['study.visit', 'study.arm', 'gather.project'] as const
type Values = Record<string, unknown>

/** What a form could send of a record, but for what the copy has of its own. */
const draftOf = (ctx: Ctx, name: string, row: Values, own: Values): Values => {
  const names = Object.keys(writableOf(ctx.engine.registry.need(name).resource))
  return { ...Object.fromEntries(names.filter((n) => row[n] !== null && row[n] !== undefined).map((n) => [n, row[n]])), ...own }
}
const allOf = async (ctx: Ctx, name: string, study: number): Promise<Values[]> => {
  const search = [{ field: 'study', operator: '=', val: String(study) }]
  const { list } = await ctx.engine.list(ctx, name, { limit: 200, search, order: 'id,asc' })
  return list
}

/** Made of what the reader sees, by the same way as by hand: whoever copies a study leads the copy. */
export const copyStudy = async (ctx: Ctx, row: Values & { id: number }, own: { code: string; title: string; titleEn: string }) => {
  const plan = { ethicsNo: null, registryNo: null, startsOn: null, endsOn: null }
  const made = await ctx.engine.add(ctx, studyProject.name, draftOf(ctx, studyProject.name, row, { ...plan, ...own }))
  for (const name of PARTS)
    for (const [i, part] of (await allOf(ctx, name, row.id)).entries()) {
      // Where data is sent is told by the code of the gather project: no two have the same.
      // Its form and visits are those of the other study, and its control set may be.
      const fresh = name === 'gather.project' ? { code: `${own.code}-${i + 1}`, form: null, visits: [], controlSet: null } : {}
      await ctx.engine.add(ctx, name, draftOf(ctx, name, part, { study: made.id, ...fresh }))
    }
  return { id: made.id }
}
