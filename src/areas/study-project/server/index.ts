import { fail, refuse } from '#kernel'
import { countWidget, serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { opensArms } from '#study/blind.ts'
import { takeTurn } from '#study/lock/held.ts'
import { ownStudies } from '#study/team.ts'
import { studyProject } from '../index.ts'
import locale from '../locale.ts'
import { refuseLate, unblind } from './blinding.ts'
import { followState, lockOf, refuseOthers } from './closing.ts'
import { copyStudy } from './copy.ts'
import { foretellGive } from './exchange/give.ts'
import { takeOver } from './exchange/take.ts'
import { gates } from './gate.ts'
import { healthWidget } from './health.ts'
import { studyRoutes } from './routes.ts'
import { dissolve, forget, join, reunite } from './team.ts'

const refuseBackwards = ({ startsOn, endsOn }: { startsOn?: string | null; endsOn?: string | null }) => {
  if (startsOn && endsOn && endsOn < startsOn) throw refuse(locale, 'days')
}
/** By its own moves it is opened again: the station of locks would stop those too. */
const refuseHeld = async (ctx: Ctx, row: { id: number }) => {
  const lock = await lockOf(ctx, row)
  if (lock) throw fail('record.scopeLocked', { scope: lock[ctx.language] })
}
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

export default serve(studyProject, {
  scope: ownStudies,
  gates,
  turn: (ctx, id) => takeTurn(ctx.db, id),
  routes: studyRoutes,
  widgets: [countWidget(studyProject, { title: { 'zh-cn': '研究项目', en: 'Studies' }, icon: 'flask-conical', order: 20 }), healthWidget],
  before: {
    add: async (_, draft) => {
      refuseBackwards(draft)
      return draft
    },
    edit: async (ctx, row, change) => {
      if (!opensArms(ctx.db, row.id)) await refuseHeld(ctx, row)
      refuseLate(row, change)
      refuseBackwards({ ...row, ...change })
      return change
    },
    del: async (ctx, rows) => {
      for (const row of rows) await refuseHeld(ctx, row)
      await dissolve(ctx, idsOf(rows))
    },
    move: async (ctx, row, to) => {
      await refuseOthers(ctx, row, to)
      return {}
    },
    restore: async (ctx, { id }) => {
      await reunite(ctx, id)
      return {}
    },
    purge: (ctx, rows) => forget(ctx, idsOf(rows)),
  },
  after: {
    add: async (ctx, row) => {
      await join(ctx, row.id, adminId(ctx.actor), 'dataManager')
      await join(ctx, row.id, row.pi, 'pi')
    },
    edit: async (ctx, row, before) => {
      if (row.pi !== before.pi) await join(ctx, row.id, row.pi, 'pi')
    },
    move: followState,
  },
  actions: {
    copy: async (ctx, [row], own) => {
      if (!row) throw fail('record.missing')
      return copyStudy(ctx, row, own)
    },
    unblind: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      return unblind(ctx, row)
    },
    take: (ctx, _, given) => takeOver(ctx, given),
    give: async (ctx, [row], { format }) => {
      if (!row) throw fail('record.missing')
      return foretellGive(ctx, row.id, format)
    },
  },
})
