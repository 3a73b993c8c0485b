import { moveWord, refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { yesterday, workWidget } from '#server/model/widget.ts'
import { nowOf } from '#server/model/context.ts'
import { ownSites, ownStudies } from '#study/team.ts'
import { todo } from '../index.ts'
import locale from '../locale.ts'
import { demoTodos } from './demo.ts'
import { remind, remindSchedule } from './remind.ts'
import { tell, waitsForMe } from './tell.ts'

/** An address of our own: nobody is led elsewhere by a to-do. */
const PAGE = /^\/admin\/[^\s\\]*$/
const refuseForeign = (page: string | null | undefined) => {
  if (page && !PAGE.test(page)) throw refuse(locale, 'badPage', { page })
}

/** Steps that undo what somebody asked for, and all that follow what was handed in to them. */
const AUTHORS_ALONE = new Set(['waiting', 'cancelled'])
const isAuthors = (from: string | null, to: string): boolean => AUTHORS_ALONE.has(to) || from === 'submitted'
/** Steps of whoever does it. */
const TAKES = new Set(['inProgress', 'submitted', 'done'])
const isAuthor = ({ actor }: Ctx, author: number | null): boolean =>
  actor.kind === 'system' || actor.super || author === null || author === actor.id

const mine = workWidget(todo, {
  key: 'mine',
  column: 'waits',
  title: { 'zh-cn': '我的待办', en: 'My to-dos' },
  icon: 'clipboard-list',
  order: 10,
  where: ({ actor }) => {
    const me = adminId(actor)
    return me === null
      ? null
      : [
          { field: 'assignee', operator: 'IN', val: String(me) },
          { field: 'state', operator: 'IN', val: 'waiting,inProgress,returned' },
        ]
  },
  late: () => ({ field: 'due', operator: 'RANGE', val: `,${yesterday()}` }),
})

export default serve(todo, {
  widgets: [mine],
  notifications: [waitsForMe],
  tasks: [remind],
  schedules: [remindSchedule],
  demo: demoTodos,
  /** Those that one asked for, has to do, or could take: of a study, as somebody of its team, and beyond one's own departments at its sites alone. */
  scope: ({ actor, departments }) => {
    if (actor.kind === 'member') return false
    const [studies, sites] = [ownStudies({ actor }), ownSites()({ actor, departments: [] })]
    const study =
      studies === true ? 'TRUE' : `(t."study" IS NULL OR t."study" IN (SELECT t."id" FROM study_project t WHERE ${studies.where}))`
    const site = typeof sites === 'boolean' ? String(sites) : `(t."study" IS NULL OR ${sites.where})`
    return {
      where: `(cardinality($2::bigint[]) = 0 OR t."department" IS NULL OR t."department" = ANY($2::bigint[]))
        AND (t."assignee" = $1::bigint OR t."author" = $1::bigint OR ($3::boolean AND ${site}) OR (t."department" = ANY($4::bigint[]) AND ${study}))`,
      params: [actor.id, departments, actor.kind === 'system' || actor.super || actor.scope.all, actor.scope.departments],
    }
  },
  before: {
    add: async ({ actor }, draft) => {
      refuseForeign(draft.page)
      const author = actor.kind === 'admin' ? actor.id : null
      return { ...draft, author, assignee: draft.assignee ?? (draft.department ? null : author) }
    },
    edit: async (_, __, change) => {
      refuseForeign(change.page)
      return change
    },
    move: async (ctx, row, to) => {
      const { moves } = locale[ctx.language]
      if (isAuthors(row.state, to) && !isAuthor(ctx, row.author))
        throw refuse(locale, 'notYours', { action: moveWord({ moves }, to, row.state ?? ''), title: row.title })
      if (to === 'done' && row.handIn && row.state !== 'submitted' && !isAuthor(ctx, row.author))
        throw refuse(locale, 'handIn', { action: moves.submitted, title: row.title })
      const isEnd = to === 'done' || to === 'cancelled'
      // Whoever takes what was for a department has it from then on.
      const isTaken = row.state !== 'submitted' && TAKES.has(to) && row.assignee === null && ctx.actor.kind === 'admin'
      return { endedAt: isEnd ? nowOf(ctx) : null, ...(isTaken ? { assignee: ctx.actor.id } : {}) }
    },
  },
  after: {
    add: (ctx, row) => tell(ctx, row, null),
    edit: (ctx, row, before) => tell(ctx, row, before),
    move: (ctx, row, before) => tell(ctx, row, before),
  },
})
