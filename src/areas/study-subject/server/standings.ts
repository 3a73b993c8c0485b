import { can, fail, ruleOf } from '#kernel'
import type { Condition } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx } from '#server'
import { Bind } from '#server/db/bind.ts'
import type { Answer } from '#server/model/half.ts'
import { scopeSql } from '#server/model/scope.ts'
import { hospitalDay } from '#server/zone.ts'
import { COUNTED, heldForms, standingsText } from '#study/record/standing.ts'
import type { Counted } from '#study/record/standing.ts'
import { studySubject } from '../index.ts'

const STUDIES = 'SELECT DISTINCT study FROM study_visit WHERE id = ANY($1::bigint[])'
/** Subjects of whom some visit is counted so: behind each figure of the table, the list that it counted. */
const answer = (counted: Counted): Answer => ({
  where: async (ctx: Ctx, _, { value }: Condition) => {
    const studies = await ctx.db.query<{ study: number }>(STUDIES, [value])
    const forms = await heldForms(
      ctx.db,
      studies.map(({ study }) => study),
    )
    const text = standingsText(forms, { visits: '$1', today: '$2' })
    return {
      where: `t.merged_into IS NULL AND t.id IN (SELECT x.subject FROM (${text}) x WHERE ${COUNTED[counted]})`,
      params: [value, hospitalDay(ctx.at)],
    }
  },
})
export const asks = {
  expectedAt: answer('expected'),
  doneAt: answer('done'),
  draftAt: answer('draft'),
  dueAt: answer('due'),
  lateAt: answer('late'),
  missedAt: answer('missed'),
  extraAt: answer('extra'),
} satisfies Record<string, Answer>

type Named = { id: number; name: string }
type Line = { visit: number; site: number } & Record<Counted, number>
const VISITS = (name: string) => `SELECT v.id, ${name} AS name, v.is_planned AS "isPlanned" FROM study_visit v
  WHERE v.study = $1 AND v.deleted_at IS NULL ORDER BY v.is_planned DESC, v.day, v.id`

/** Visit by visit and site by site: how many subjects that this person sees are expected there, were there, and were not. */
export const standings = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const study = Number(call.query['study'])
  if (!Number.isSafeInteger(study) || study < 1 || !can(actor.rules, ruleOf('study.project', 'index'))) throw fail('record.missing')
  // Whoever does not see the study is told that it is not there.
  await ctx.engine.get(ctx, 'study.project', study)
  const isEnglish = ctx.language === 'en'
  const visits = await ctx.db.query<Named & { isPlanned: boolean }>(
    VISITS(isEnglish ? `coalesce(nullif(v.name_en, ''), v.name)` : 'v.name'),
    [study],
  )
  const bind = new Bind()
  const [id, today] = [bind.add(study), bind.add(hospitalDay(ctx.at))]
  const seen = [
    `t.study = ${id}`,
    't.deleted_at IS NULL',
    't.merged_into IS NULL',
    ...(await scopeSql(ctx, ctx.engine.registry.need(studySubject.name), bind)),
  ]
  const figures = Object.entries(COUNTED).map(([name, where]) => `count(*) FILTER (WHERE ${where})::int AS "${name}"`)
  const all = standingsText(await heldForms(ctx.db, [study]), { today })
  const counts = await ctx.db.query<Line>(
    `SELECT x.visit, x.department AS site, ${figures.join(', ')} FROM (${all}) x
      WHERE x.subject IN (SELECT t.id FROM study_subject t WHERE ${seen.join(' AND ')}) GROUP BY 1, 2`,
    bind.values,
  )
  const sites = await ctx.db.query<Named>('SELECT id, name FROM department WHERE id = ANY($1::bigint[]) ORDER BY id', [
    [...new Set(counts.map(({ site }) => site))],
  ])
  return { visits, sites, counts }
}
