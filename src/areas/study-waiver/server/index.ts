import { refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { Blocker } from '#server/model/approval.ts'
import { blockersOf } from '#server/resource/state.ts'
import { nowOf } from '#server/model/context.ts'
import type { AnyRow } from '#server/model/row.ts'
import { closedStudy } from '#study/state.ts'
import { holdsPart, leads, seesAllSites } from '#study/team.ts'
import { studyWaiver } from '../index.ts'
import locale from '../locale.ts'

const STUDY = 'study.project'
const GATE = 'frozen'
const refuseOthers = async (ctx: Ctx, study: number): Promise<void> => {
  if (!(await leads(ctx.db, ctx.actor, study))) throw refuse(locale, 'notLead')
}
/** What is to be waived, as it stands there now. */
const standing = async (ctx: Ctx, study: number, name: string): Promise<Blocker> => {
  const row = await ctx.engine.get(ctx, STUDY, study)
  const found = (await blockersOf(ctx, ctx.engine.registry.need(STUDY), GATE, row)).find(({ waiver }) => waiver === name)
  if (!found) throw refuse(locale, 'gone')
  return found
}
const TITLES = ['title', 'titleEn']
/** A title says how many there are over all sites: whoever stands at some of them alone is told what, and not how many. */
const withoutNumber = (title: unknown): unknown => (typeof title === 'string' ? title.replaceAll(/\d+/g, '…') : title)
const partlySeen = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<ReadonlySet<number>> => {
  const partly = new Set<number>()
  for (const study of new Set(rows.map((row) => Number(row['study']))))
    if (!(await seesAllSites(ctx.db, ctx.actor, study))) for (const row of rows) if (row['study'] === study) partly.add(row.id)
  return partly
}
const SAME = `SELECT 1 FROM study_waiver WHERE study = $1 AND blocker = $2 AND state = 'requested'`
const GRANTED = `SELECT blocker FROM study_waiver WHERE study = $1 AND state = 'granted'`

export default serve(studyWaiver, {
  lockScope: closedStudy,
  showAll: async (ctx, rows) => {
    const partly = await partlySeen(ctx, rows)
    const narrowed = (row: AnyRow) => Object.fromEntries([...TITLES, 'blocker'].map((name) => [name, withoutNumber(row[name])]))
    return rows.map((row) => (partly.has(row.id) ? { ...row, ...narrowed(row) } : row))
  },
  withheld: async (ctx, rows) => Object.fromEntries([...(await partlySeen(ctx, rows))].map((id) => [id, [...TITLES, 'blocker']])),
  unsearchable: async (ctx) => ((await holdsPart(ctx.db, ctx.actor)) ? [...TITLES, 'blocker'] : []),
  waived: async (ctx, { resource, record, gate }) => {
    // What was let pass for the freeze, and is still exactly that, does not hold back the lock either.
    if (resource !== STUDY || (gate !== GATE && gate !== 'locked')) return []
    return (await ctx.db.query<{ blocker: string }>(GRANTED, [record])).map(({ blocker }) => blocker)
  },
  before: {
    add: async (ctx, draft) => {
      await refuseOthers(ctx, draft.study)
      if ((await ctx.db.query(SAME, [draft.study, draft.blocker])).length) throw refuse(locale, 'twice')
      const { words } = await standing(ctx, draft.study, draft.blocker)
      return { ...draft, title: words['zh-cn'], titleEn: words.en, by: adminId(ctx.actor) }
    },
    move: async (ctx, row, to) => {
      await refuseOthers(ctx, row.study)
      if (to !== 'granted') return {}
      await standing(ctx, row.study, row.blocker)
      return { grantedBy: adminId(ctx.actor), grantedAt: nowOf(ctx) }
    },
  },
  after: {
    // Asked for with the reason that was given: whoever agrees reads it there.
    add: async (ctx, row) => void (await ctx.engine.move({ ...ctx, reason: row.reason }, studyWaiver.name, { id: row.id, to: 'granted' })),
  },
})
