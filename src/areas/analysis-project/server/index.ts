import { fail, refuse, wordsIn } from '#kernel'
import type { Row, Words } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { Blocker } from '#server/model/approval.ts'
import { hospitalDay } from '#server/zone.ts'
import { nowOf } from '#server/model/context.ts'
import { EMPTY_PLAN } from '#study/release/plan.ts'
import { leads } from '#study/team.ts'
import { analysisProject } from '../index.ts'
import locale from '../locale.ts'
import { isRequester, keyName, offerTo, problemsIn, readTrial, readWanted, refuseStranger } from './asked.ts'
import { askAssessment, assessQuestion, assessing } from './assess.ts'
import { expireSchedule, expiring } from './expire.ts'
import { memberAnalysisRoutes } from './member-routes.ts'
import { askedNews, decidedNews, tellOf } from './news.ts'
import { askRelease, releasing } from './release.ts'
import { analysisRoutes } from './routes.ts'

type Project = Row<typeof analysisProject>
const PAST: Words = { 'zh-cn': '有效期已过', en: 'Its time has passed' }
const NO_DICTIONARY: Words = { 'zh-cn': '研究还没有发布数据字典', en: 'The study has no published dictionary yet' }

const pastOf = ({ id, validUntil }: Pick<Project, 'id' | 'validUntil'>): Blocker[] =>
  validUntil < hospitalDay() ? [{ words: PAST, address: `/admin/analysis/project/${id}?tab=plan` }] : []
const blockersOf = async (ctx: Ctx, { id, study, plan, validUntil }: Project): Promise<Blocker[]> => {
  const address = `/admin/analysis/project/${id}?tab=plan`
  const offer = await offerTo(ctx, study).catch(() => null)
  if (!offer) return [{ words: NO_DICTIONARY, address }]
  return [...pastOf({ id, validUntil }), ...problemsIn(offer, plan).map((problem) => ({ words: problem.words, address }))]
}
const AT_WORK = `SELECT 1 FROM task WHERE id = $1 AND state IN ('waiting', 'running')`
const OPEN: ReadonlySet<string> = new Set(['draft', 'submitted'])
const SETTLED = ['code', 'title', 'purpose', 'validUntil', 'cohort', 'cohortForm', 'plan'] as const

const forgetKey = async (ctx: Ctx, { id, releasedAt, keyDestroyedAt }: Project) => {
  await ctx.services.vault.forget(ctx.db, keyName(id))
  return releasedAt !== null && keyDestroyedAt === null ? { keyDestroyedAt: nowOf(ctx) } : {}
}

export default serve(analysisProject, {
  routes: (declare) => {
    analysisRoutes(declare)
    memberAnalysisRoutes(declare)
  },
  notifications: [askedNews, decidedNews],
  tasks: [assessing, releasing, expiring],
  questions: [assessQuestion],
  schedules: [expireSchedule],
  gates: { submitted: blockersOf, approved: blockersOf, release: async (_, row) => pastOf(row) },
  before: {
    add: async (ctx, draft) => {
      await refuseStranger(ctx, draft.study)
      return { ...draft, requester: adminId(ctx.actor), member: ctx.actor.kind === 'member' ? ctx.actor.id : null, plan: EMPTY_PLAN }
    },
    edit: async (_, row, change) => {
      // Whoever agreed has agreed to this and to no longer time.
      if (!OPEN.has(row.state) && SETTLED.some((name) => name in change)) throw refuse(locale, 'settled')
      return change
    },
    move: async (ctx, row, to) => {
      if (to === 'approved') {
        if (!(await leads(ctx.db, ctx.actor, row.study))) throw refuse(locale, 'notLead')
        if (isRequester(ctx.actor, row)) throw refuse(locale, 'ownRequest')
        return { approvedBy: adminId(ctx.actor), approvedAt: nowOf(ctx) }
      }
      if (to === 'draft') return { approvedBy: null, approvedAt: null }
      return to === 'expired' || to === 'withdrawn' ? forgetKey(ctx, row) : {}
    },
    purge: async (ctx, rows) => {
      for (const { id } of rows) await ctx.services.vault.forget(ctx.db, keyName(id))
    },
  },
  after: { move: (ctx, row) => tellOf(ctx, row) },
  actions: {
    arrange: async (ctx, [row], given) => {
      if (!row) throw fail('record.missing')
      if (row.state !== 'draft') throw refuse(locale, 'notDraft')
      // Whoever could write the plan of another could agree to their own.
      if (!isRequester(ctx.actor, row)) throw refuse(locale, 'notRequester')
      await refuseStranger(ctx, row.study)
      const wanted = readWanted(await offerTo(ctx, row.study), given, ctx.language)
      const saved = await ctx.engine.edit(ctx, analysisProject.name, { id: row.id }, wanted)
      return { version: saved.version }
    },
    assess: async (ctx, [row], given) => {
      if (!row) throw fail('record.missing')
      await refuseStranger(ctx, row.study)
      return { task: await askAssessment(ctx, row, readTrial(await offerTo(ctx, row.study), given, ctx.language)) }
    },
    release: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      if (row.state !== 'approved') throw refuse(locale, 'notApproved')
      if (!(await leads(ctx.db, ctx.actor, row.study))) throw refuse(locale, 'notLead')
      if (row.validUntil < hospitalDay()) throw refuse(locale, 'past')
      if ((await ctx.db.query(AT_WORK, [row.task])).length) throw refuse(locale, 'atWork')
      const task = await askRelease(ctx, row)
      await ctx.engine.edit(
        { ...ctx, reason: ctx.reason ?? wordsIn(locale, ({ actions }) => actions.release) },
        analysisProject.name,
        { id: row.id },
        { task },
      )
      return { task }
    },
    destroyKey: async (ctx, [row], { reason }) => {
      if (!row) throw fail('record.missing')
      if (!(await leads(ctx.db, ctx.actor, row.study))) throw refuse(locale, 'notLead')
      if (row.releasedAt === null || row.keyDestroyedAt !== null) throw refuse(locale, 'noKey')
      await ctx.engine.edit({ ...ctx, reason }, analysisProject.name, { id: row.id }, await forgetKey(ctx, row))
      return { count: 1 }
    },
  },
})
