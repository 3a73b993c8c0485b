import type { Actor, Ctx } from '../model/context.ts'
import type { DemoClock, Moment } from './demo-time.ts'

type Person = { username: string; nickname: string; email: string; mobile: string; gender: string; motto: string }
const PEOPLE: Person[] = [
  {
    username: 'researcher',
    nickname: '演示研究者',
    email: 'researcher@example.org',
    mobile: '13800138001',
    gender: '2',
    motto: '数据录入之前，先读一遍方案。',
  },
  { username: 'student', nickname: '演示研究生', email: 'student@example.org', mobile: '13800138002', gender: '1', motto: '' },
]
/** Without a story: who wants to see an account as it begins. */
const PLAIN = 'member'
export const DEMO_MEMBERS = [PLAIN, ...PEOPLE.map(({ username }) => username)]

/** Days ago, whose, change of balance, change of score, memo. */
const ENTRIES: [number, string, number, number, string][] = [
  [17, 'researcher', 0, 100, '注册赠送'],
  [15, 'student', 0, 100, '注册赠送'],
  [12, 'researcher', 200, 0, '随访交通补助'],
  [10, 'student', 88.8, 0, '会议费退款'],
  [8, 'researcher', -35.5, 0, '文献传递服务'],
  [5, 'researcher', 0, 20, '完成数据质量培训'],
  [3, 'student', 0, -60, '兑换统计咨询一次'],
]

/** The plain member, and two with a story in their ledgers. */
export const loadDemoMembers = async (tx: Ctx, group: number, password: string): Promise<void> => {
  await tx.engine.add(tx, 'user.user', { username: PLAIN, nickname: '演示会员', group, password })
  for (const person of PEOPLE) await tx.engine.add(tx, 'user.user', { ...person, group, password })
}

export const demoBookings = async (tx: Ctx, clock: DemoClock, actor: Actor): Promise<Moment[]> => {
  const rows = await tx.db.query<{ id: number; username: string }>('SELECT id, username FROM user_user')
  const ids = new Map(rows.map((r) => [r.username, r.id]))
  return ENTRIES.map(([day, who, money, score, memo]) => {
    const at = clock.at(day, 14 + clock.next(20) / 10)
    const entry = { member: ids.get(who), change: money || score, memo }
    return { at, run: () => tx.engine.add({ ...tx, at, actor }, money ? 'user.moneyLog' : 'user.scoreLog', entry) }
  })
}
