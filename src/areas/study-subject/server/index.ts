import { fail, refuse, wordsIn, type Words } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import type { Blocker } from '#server/model/approval.ts'
import { hospitalDay } from '#server/zone.ts'
import { nowOf } from '#server/model/context.ts'
import { isBlind, opensArms } from '#study/blind.ts'
import { heldOn, takeTurn } from '#study/lock/held.ts'
import { stateOf } from '#study/state.ts'
import { ownSites, reaches } from '#study/team.ts'
import { studySubject } from '../index.ts'
import locale from '../locale.ts'
import { absentHoldBack } from './absent.ts'
import { allocateArm, readAllocation, refuseOpenArm, unblindSubject } from './blinding.ts'
import { readIdentity, sealIdentity } from './identity.ts'
import { mergeSubjects } from './merge.ts'
import { mergeBlockers, otherOf, standsIn } from './merge-plan.ts'
import { mergeRoutes } from './merge-routes.ts'
import { missVisit } from './miss.ts'
import { moveSite } from './site.ts'
import { asks } from './standings.ts'
import { subjectRoutes } from './timeline.ts'

type Place = { study: number; department?: number; arm?: number | null }
const refuseMisplaced = async (ctx: Ctx, { study, department, arm }: Place) => {
  if (department && !(await reaches(ctx.db, ctx.actor, study, [department]))) throw refuse(locale, 'beyond')
  await refuseOpenArm(ctx, study, arm)
  if (arm && (await ctx.db.query('SELECT 1 FROM study_arm WHERE id = $1 AND study = $2', [arm, study])).length === 0)
    throw refuse(locale, 'arm')
}
type Days = { screenedOn?: string | null; consentOn?: string | null; enrolledOn?: string | null }
const refuseDisorder = ({ screenedOn, consentOn, enrolledOn }: Days) => {
  if (enrolledOn && ((screenedOn && enrolledOn < screenedOn) || (consentOn && enrolledOn < consentOn))) throw refuse(locale, 'order')
}
const today = (ctx: Ctx): string => hospitalDay(ctx.at)

const consented: Blocker = { words: { 'zh-cn': '还没有填写知情同意书版本和日期', en: 'Version and date of the consent are missing' } }
const assigned: Blocker = {
  words: { 'zh-cn': '研究有分组，还没有为受试者选择分组', en: 'The study has arms, and the subject is in none of them' },
}

const GONE = 'SELECT o.code FROM study_subject s JOIN study_subject o ON o.id = s.merged_into WHERE s.id = $1'
/** Whoever was merged into another one stays as they were then. */
const gone = async ({ db }: Ctx, id: number): Promise<Words | null> => {
  const [other] = await db.query<{ code: string }>(GONE, [id])
  return other ? { 'zh-cn': `受试者已合并到 ${other.code}`, en: `The subject was merged into ${other.code}` } : null
}

/** Nobody writes into the study while two of its subjects become one. */
const turnOf = async ({ db }: Ctx, id: number): Promise<void> => {
  const [row] = await db.query<{ study: number }>('SELECT study FROM study_subject WHERE id = $1', [id])
  if (row) await takeTurn(db, row.study)
}

export default serve(studySubject, {
  routes: (declare) => {
    subjectRoutes(declare)
    mergeRoutes(declare)
  },
  scope: ownSites(),
  asks,
  holdsBack: absentHoldBack,
  turn: async (ctx, id, to) => (to === 'merge' ? turnOf(ctx, id) : undefined),
  lockScope: async (ctx, { id, study }) =>
    opensArms(ctx.db, study) ? null : ((await gone(ctx, id)) ?? heldOn(ctx.db, { study, subject: id })),
  gates: {
    merge: async (ctx, row, _, { into, stands }) => mergeBlockers(ctx, row, await otherOf(ctx, into), standsIn(stands)),
    enrolled: async (ctx, row) => {
      const arms =
        row.arm || row.allocatedAt
          ? []
          : await ctx.db.query('SELECT 1 FROM study_arm WHERE study = $1 AND deleted_at IS NULL LIMIT 1', [row.study])
      return [...(row.consentVersion && row.consentOn ? [] : [consented]), ...(arms.length ? [assigned] : [])]
    },
  },
  before: {
    add: async (ctx, draft) => {
      if ((await stateOf(ctx.db, draft.study)) !== 'collecting') throw refuse(locale, 'notCollecting')
      await refuseMisplaced(ctx, draft)
      const dated = {
        ...draft,
        screenedOn: draft.screenedOn ?? draft.enrolledOn ?? today(ctx),
        blinded: await isBlind(ctx.db, draft.study),
      }
      refuseDisorder(dated)
      return dated
    },
    edit: async (ctx, row, change) => {
      if (!opensArms(ctx.db, row.study)) await refuseMisplaced(ctx, { study: row.study, ...change })
      refuseDisorder({ ...row, ...change })
      // Nobody enters a record at the site that is left behind meanwhile.
      if (change.department && change.department !== row.department) await takeTurn(ctx.db, row.study)
      return change
    },
    move: async (ctx, row, to) => {
      if (to !== 'enrolled') return { endedOn: row.endedOn ?? today(ctx) }
      const dated = row.enrolledOn ? {} : { enrolledOn: today(ctx) }
      refuseDisorder({ ...row, ...dated })
      return dated
    },
  },
  after: {
    edit: async (ctx, row, before) => {
      if (row.department !== before.department) await moveSite(ctx, row)
    },
  },
  actions: {
    miss: async (ctx, [row], { visit, because }) => {
      if (!row) throw fail('record.missing')
      return missVisit(ctx, row, visit, because?.trim() ?? '')
    },
    merge: async (ctx, [row], { into, stands }) => {
      if (!row) throw fail('record.missing')
      return mergeSubjects(ctx, row, await otherOf(ctx, into), standsIn(stands))
    },
    allocate: async (ctx, [row], { arm }) => {
      if (!row) throw fail('record.missing')
      return allocateArm(ctx, row, arm)
    },
    allocation: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      return readAllocation(ctx, row)
    },
    unblind: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      return unblindSubject(ctx, row)
    },
    identify: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      return readIdentity(ctx, row)
    },
    seal: async (ctx, [row], identity) => {
      if (!row) throw fail('record.missing')
      await sealIdentity(ctx, row, identity)
      // What is done says why: nobody is asked for the reason of an entry.
      const reason = ctx.reason ?? wordsIn(locale, ({ actions }) => actions.seal)
      await ctx.engine.edit({ ...ctx, reason }, studySubject.name, { id: row.id }, { identifiedAt: nowOf(ctx) })
      return { count: 1 }
    },
  },
})
