import { serve } from '#server'
import type { Ctx } from '#server'
import { beforeClosing } from '#study/closing.ts'
import { toldCells } from '#study/told.ts'
import { lockedAbout } from '#study/lock/said.ts'
import { bothSeen } from '#study/reader.ts'
import { ownSites } from '#study/team.ts'
import { query } from '../index.ts'
import { answer } from './answer.ts'
import { askedRoutes } from './asked.ts'
import { assign, cancel, close, remark, reopen, sendBack } from './decide.ts'
import { withMay } from './may.ts'
import { queryNews, tellAssigned, tellMoved, tellRaised } from './notification.ts'
import { correctedFiles, handed } from './handed.ts'
import { figureRoutes } from './figures.ts'
import { memberQueryRoutes } from './member-routes.ts'
import { raise } from './raise.ts'
import { reminding } from './remind.ts'
import { asks } from './locked.ts'
import { queryRoutes } from './routes.ts'
import type { Query } from './thread.ts'
import { sayTitle } from './title.ts'
import { memberQueries, queryWidgets } from './widget.ts'

const each =
  <Input>(deed: (ctx: Ctx, row: Query, input: Input) => Promise<void>) =>
  async (ctx: Ctx, rows: readonly Query[], input: Input): Promise<{ count: number }> => {
    for (const row of rows) await deed(ctx, row, input)
    return { count: rows.length }
  }

export default serve(query, {
  widgets: queryWidgets,
  memberWork: [memberQueries],
  tasks: [reminding],
  scope: async (ctx) => bothSeen(ownSites()(ctx), await toldCells(ctx, 't."field"')),
  asks,
  said: { title: sayTitle },
  showAll: withMay,
  lockScope: lockedAbout,
  holdsBack: beforeClosing({
    text: (within) => `SELECT count(*) AS n, md5(string_agg(q.id::text, ',' ORDER BY q.id)) AS which FROM query q
      WHERE q.study = $1 AND q.state IN ('open', 'answered') AND ${within('q')}`,
    words: (n) => ({ 'zh-cn': `还有 ${n} 个质疑没有关闭`, en: `Queries that are not closed: ${n}` }),
    address: (study) => `/admin/query?filter=study:IN:${study}&filter=state:IN:open,answered`,
    waiver: 'query',
  }),
  uploads: correctedFiles,
  notifications: queryNews,
  routes: (declare) => {
    queryRoutes(declare)
    askedRoutes(declare)
    figureRoutes(declare)
    memberQueryRoutes(declare)
  },
  after: { add: tellRaised, edit: tellAssigned, move: tellMoved },
  actions: {
    answer: each(answer),
    handed: each(handed),
    close: each(close),
    sendBack: each(sendBack),
    remark: each(remark),
    assign: each(assign),
    reopen: each(reopen),
    cancel: each(cancel),
    raise: (ctx, _, asked) => raise(ctx, asked),
  },
})
