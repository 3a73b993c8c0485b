import type { Ctx } from '../kit.ts'

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
/** Change of balance, change of score, memo: of the first, then the second. */
const ENTRIES: [number, number, number, string][] = [
  [0, 0, 100, '注册赠送'],
  [0, 200, 0, '随访交通补助'],
  [0, -35.5, 0, '文献传递服务'],
  [0, 0, 20, '完成数据质量培训'],
  [1, 0, 100, '注册赠送'],
  [1, 88.8, 0, '会议费退款'],
  [1, 0, -60, '兑换统计咨询一次'],
]

/** Members with a story in their ledgers, beside the plain one. */
export const loadDemoMembers = async (tx: Ctx, group: number, password: string): Promise<void> => {
  const add = (name: string, draft: Record<string, unknown>) => tx.engine.add(tx, name, draft).then((r) => r.id)
  await add('user.user', { username: 'member', nickname: '演示会员', group, password })
  const ids: number[] = []
  for (const person of PEOPLE) ids.push(await add('user.user', { ...person, group, password }))
  for (const [who, money, score, memo] of ENTRIES)
    await add(money ? 'user.moneyLog' : 'user.scoreLog', { member: ids[who], change: money || score, memo })
}
