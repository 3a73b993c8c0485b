import type { Row, Words } from '#kernel'
import type { Ctx } from '#server'
import type { NotificationKind } from '#server/notification/kind.ts'
import { notify, type Recipient } from '#server/notification/notify.ts'
import { teamOf } from '#study/query/assignee.ts'
import { LEADS } from '#study/team.ts'
import type { analysisProject } from '../index.ts'
import { isRequester } from './asked.ts'

type Project = Row<typeof analysisProject>
export const askedNews: NotificationKind = {
  kind: 'analysis.asked',
  title: { 'zh-cn': '等待批准的数据申请', en: 'Requests for data to approve' },
  icon: 'chart-column',
}
export const decidedNews: NotificationKind = {
  kind: 'analysis.decided',
  title: { 'zh-cn': '我的数据申请的进展', en: 'What became of my requests for data' },
  icon: 'chart-column',
  members: true,
}

const SAID: Partial<Record<Project['state'], (title: string) => Words>> = {
  draft: (title) => ({ 'zh-cn': `数据申请“${title}”被退回，请看原因`, en: `Your request “${title}” was sent back: see why` }),
  approved: (title) => ({
    'zh-cn': `数据申请“${title}”已批准，等待生成数据包`,
    en: `Your request “${title}” was approved; the package comes next`,
  }),
  released: (title) => ({ 'zh-cn': `数据申请“${title}”的数据包可以下载了`, en: `The package of “${title}” can be downloaded` }),
  withdrawn: (title) => ({
    'zh-cn': `数据申请“${title}”已被撤回，不能再下载`,
    en: `“${title}” was withdrawn and cannot be downloaded any more`,
  }),
  expired: (title) => ({
    'zh-cn': `数据申请“${title}”已过有效期，不能再下载`,
    en: `The time of “${title}” has passed; it cannot be downloaded any more`,
  }),
}

const leadsOf = async (ctx: Ctx, study: number): Promise<Recipient[]> =>
  (await teamOf(ctx.db, study)).flatMap(({ admin, role }) =>
    admin !== null && LEADS.some((lead) => lead === role) ? [{ kind: 'admin' as const, id: admin }] : [],
  )
const requesterOf = ({ requester, member }: Project): Recipient[] => {
  if (member !== null) return [{ kind: 'member', id: member }]
  return requester === null ? [] : [{ kind: 'admin', id: requester }]
}

/** Whoever leads the study hears of a request, whoever asked of what became of it; nobody of what they did themselves. */
export const tellOf = async (ctx: Ctx, row: Project): Promise<void> => {
  const { id, state, study, title } = row
  const pages = { address: `/admin/analysis/project/${id}`, memberAddress: `/user/study/analysis?id=${id}`, key: `analysis ${id}` }
  if (state === 'submitted') {
    const text = { 'zh-cn': `数据申请“${title}”等待批准`, en: `The request “${title}” waits to be approved` }
    const { kind, id: own } = ctx.actor
    const others = (await leadsOf(ctx, study)).filter((one) => one.kind !== kind || one.id !== own)
    return notify(ctx.db, askedNews, others, { text, ...pages })
  }
  const said = SAID[state]
  if (said && !isRequester(ctx.actor, row)) await notify(ctx.db, decidedNews, requesterOf(row), { text: said(title), ...pages })
}
