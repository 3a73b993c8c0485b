import { adminId } from '#server/model/actor.ts'
import type { MemberWork, Widget } from '#server/model/half.ts'
import { onlyYesterday, yesterday, workWidget } from '#server/model/widget.ts'
import { query } from '../index.ts'
import { ANSWERABLE } from './locked.ts'

const OPEN = { field: 'state', operator: 'IN', val: 'open' } as const

export const queryWidgets: readonly Widget[] = [
  workWidget(query, {
    key: 'mine',
    column: 'waits',
    action: 'answer',
    title: { 'zh-cn': '待我答复的质疑', en: 'Queries for me to answer' },
    icon: 'message-circle-question-mark',
    order: 20,
    where: ({ actor }) => {
      const me = adminId(actor)
      return me === null ? null : [{ field: 'assignees', operator: 'FIND_IN_SET', val: String(me) }, OPEN, ANSWERABLE]
    },
    late: () => ({ field: 'due', operator: 'RANGE', val: `,${yesterday()}` }),
  }),
  workWidget(query, {
    key: 'answered',
    column: 'waits',
    action: 'close',
    title: { 'zh-cn': '已答复、待判定的质疑', en: 'Answered queries to judge' },
    icon: 'message-square',
    order: 30,
    where: () => [{ field: 'state', operator: 'IN', val: 'answered' }],
  }),
  workWidget(query, {
    key: 'locked',
    column: 'waits',
    action: 'close',
    title: { 'zh-cn': '数据已锁定、待关闭的质疑', en: 'Queries behind a lock to close' },
    icon: 'lock',
    order: 31,
    where: () => [OPEN, { field: 'locked', operator: '=', val: '1' }],
  }),
  workWidget(query, {
    key: 'overdue',
    column: 'worse',
    title: { 'zh-cn': '昨天到期仍未答复的质疑', en: 'Queries overdue since yesterday' },
    icon: 'message-circle-question-mark',
    order: 25,
    where: () => [OPEN, ANSWERABLE, { field: 'due', operator: 'RANGE', val: onlyYesterday() }],
  }),
]

/** The same that their page lists. */
export const memberQueries: MemberWork = {
  key: 'query',
  title: { 'zh-cn': '等您答复的质疑', en: 'Queries that wait for your answer' },
  icon: 'message-circle-question-mark',
  rule: 'study/query',
  path: '/user/study/query',
  order: 10,
  count: async (ctx) => {
    const count = async (search: object[]) =>
      (await ctx.engine.list(ctx, query.name, { limit: 1, search: [OPEN, ANSWERABLE, ...search] })).total
    return { value: await count([]), late: await count([{ field: 'due', operator: 'RANGE', val: `,${yesterday()}` }]) }
  },
}
