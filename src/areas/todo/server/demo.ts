import type { Ctx } from '#server'
import type { Telling } from '#server/seed/demo-time.ts'

type Told = {
  title: string
  kind: string
  /** Who has to do it, by name of the account; else whoever of the department takes it. */
  for?: string
  department?: string
  urgency?: string
  handIn?: boolean
  /** From today; null: no day. */
  dueIn: number | null
  daysAgo: number
  /** What became of it, and why where that must be said. */
  to?: [state: string, reason: string]
}
/** Some in every state, one of them overdue, so that list, board and calendar have something to show. */
const TOLD: readonly Told[] = [
  { title: '核对随访 3 血压原始记录（10 例）', kind: 'verify', for: 'datamanager', dueIn: 2, daysAgo: 3 },
  { title: '双录比对：不良事件表', kind: 'doubleEntry', for: 'datamanager', dueIn: -1, daysAgo: 6, to: ['inProgress', ''] },
  { title: '签署第 2 次交付的质控报告', kind: 'sign', for: 'admin', urgency: 'high', dueIn: 0, daysAgo: 2 },
  { title: '复核超出范围的检验值', kind: 'review', department: 'CRC-DM', dueIn: 5, daysAgo: 1 },
  { title: '催交呼吸科随访数据', kind: 'chase', for: 'respiratory', dueIn: 1, daysAgo: 4, to: ['returned', '科室搬迁，请延期一周'] },
  { title: '核对入组名单', kind: 'verify', for: 'datamanager', handIn: true, dueIn: 3, daysAgo: 5, to: ['submitted', ''] },
  { title: '更新数据字典的单位说明', kind: 'other', for: 'datamanager', dueIn: -4, daysAgo: 9, to: ['done', ''] },
  {
    title: '整理旧表单的扫描件',
    kind: 'other',
    for: 'admin',
    urgency: 'low',
    dueIn: null,
    daysAgo: 12,
    to: ['cancelled', '改由档案室处理'],
  },
]

export const demoTodos: Telling = async (tx, clock, author) => {
  const idsOf = async (text: string) => new Map((await tx.db.query<{ key: string; id: number }>(text)).map(({ key, id }) => [key, id]))
  const departments = await idsOf('SELECT code AS key, id FROM department')
  const admins = await idsOf('SELECT username AS key, id FROM auth_admin')
  return TOLD.map(({ title, kind, for: person, department, urgency = 'normal', handIn = false, dueIn, daysAgo, to }) => {
    const at = clock.at(daysAgo, 10 + clock.next(60) / 10)
    return {
      at,
      run: async () => {
        const ctx: Ctx = { ...tx, at, actor: author }
        const assignee = person ? admins.get(person) : null
        const draft = { title, kind, urgency, handIn, assignee, department: department ? departments.get(department) : null }
        const { id } = await tx.engine.add(ctx, 'todo', { ...draft, due: dueIn === null ? null : clock.day(-dueIn) })
        if (to) await tx.engine.move(to[1] ? { ...ctx, reason: to[1] } : ctx, 'todo', { id, to: to[0] })
      },
    }
  })
}
