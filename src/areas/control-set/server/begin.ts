import * as z from 'zod'
import { refuse, type Row } from '#kernel'
import type { Ctx } from '#server'
import { parametersOf } from '#study/parameter/in-force.ts'
import { controlSet } from '../index.ts'
import locale from '../locale.ts'

const LONGEST_CODE = 60
const TAKEN = 'SELECT 1 FROM control_set WHERE code = $1'
/** As it was asked for; without that, of both codes, with a number where that is taken. */
const codeOf = async ({ db }: Ctx, asked: string | null | undefined, parts: readonly unknown[]): Promise<string> => {
  if (asked) return asked
  const wanted = parts.map(String).join('.')
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `~${n}`
    const code = `${wanted.slice(0, LONGEST_CODE - end.length)}${end}`
    if ((await db.query(TAKEN, [code])).length === 0) return code
  }
}

/** A set of the library, or of the study itself, once more: whoever runs the study changes theirs, not everybody's. */
export const copySet = async (
  ctx: Ctx,
  set: Row<typeof controlSet>,
  to: { study: number; code?: string | null },
): Promise<{ id: number }> => {
  const study = await ctx.engine.get(ctx, 'study.project', to.study)
  const code = await codeOf(ctx, to.code, [study['code'], set.code])
  const { name, nameEn, parameters, remark } = set
  const { id } = await ctx.engine.add(ctx, controlSet.name, { code, name, nameEn, parameters, remark, study: to.study })
  return { id }
}

type Begun = { study: number; origin: 'dictionary' | 'fastq' | 'vcf'; code?: string | null }
const taken = z.object({ parameters: z.array(z.number()) })
/** A set of its own for the study, with all that a pack says. */
export const beginSet = async (ctx: Ctx, { study: of, origin, code: asked }: Begun): Promise<{ id: number; count: number }> => {
  const study = await ctx.engine.get(ctx, 'study.project', of)
  const code = await codeOf(ctx, asked, [study['code'], origin])
  const { parameters } = taken.parse(await ctx.engine.act(ctx, 'control.parameter', 'pack', [], { study: of, source: origin, code }))
  if (parameters.length === 0) throw refuse(locale, 'emptyPack')
  const named = { name: locale['zh-cn'].options.origin[origin], nameEn: locale.en.options.origin[origin] }
  const { id } = await ctx.engine.add(ctx, controlSet.name, { code, ...named, study: of, parameters }, { origin })
  return { id, count: parameters.length }
}

/** What a run of the set would judge by, as the command reads it; with what differs from it somewhere. */
export const giveSet = async (ctx: Ctx, { id, name, study }: Row<typeof controlSet>): Promise<unknown> => {
  const rules = await parametersOf(ctx.db, id, study)
  if (rules.length === 0) throw refuse(locale, 'nothingActive', { name })
  return ctx.engine.act(
    ctx,
    'control.parameter',
    'give',
    rules.map((rule) => rule.id),
    {},
  )
}
