import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
let made = 0
const newMember = async (): Promise<number> => {
  const [group] = await sql<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1')
  const { data } = await call<{ row: { id: number } }>('/admin/user.user/add', {
    body: { username: `ledger${++made}`, nickname: 'n', group: group!.id, password: PASSWORD },
  })
  return data.row.id
}
type Entry = { id: number; change: number; before: number; after: number }
const add = (log: string, member: number, change: unknown) =>
  call<{ row: Entry; problems?: { field: string; key: string }[] }>(`/admin/user.${log}/add`, { body: { member, change, memo: '调整' } })
const state = async (member: number) =>
  (
    await sql<{ money: string; sum: string; score: number; scores: number }>(
      `SELECT money::text, score, (SELECT coalesce(sum(change), 0)::numeric(20,2)::text FROM user_money_log WHERE member = u.id) AS sum,
       (SELECT coalesce(sum(change), 0)::bigint FROM user_score_log WHERE member = u.id) AS scores FROM user_user u WHERE id = $1`,
      [member],
    )
  )[0]!

test('AA-20 an entry knows the balance before and after it, and the member has the balance', async () => {
  const member = await newMember()
  expect((await add('moneyLog', member, 0.1)).data.row).toMatchObject({ before: 0, change: 0.1, after: 0.1 })
  expect((await add('moneyLog', member, 0.2)).data.row).toMatchObject({ before: 0.1, change: 0.2, after: 0.3 })
  expect((await add('scoreLog', member, 30)).data.row).toMatchObject({ before: 0, after: 30 })
  expect((await add('scoreLog', member, -12)).data.row).toMatchObject({ before: 30, after: 18 })
  expect(await state(member)).toEqual({ money: '0.30', sum: '0.30', score: 18, scores: 18 })
})

test('what is zero, too fine, too big or would end below zero is refused and changes nothing', async () => {
  const member = await newMember()
  await add('moneyLog', member, 5)
  for (const [log, change, key] of [
    ['moneyLog', 0, 'required'],
    ['moneyLog', 0.005, 'cents'],
    ['moneyLog', 1e-7, 'cents'],
    ['moneyLog', -5.01, 'tooSmall'],
    ['moneyLog', 100_000_001, 'tooBig'],
    ['moneyLog', '1', 'float'],
    ['scoreLog', 1.5, 'integer'],
    ['scoreLog', -1, 'tooSmall'],
  ] as const)
    expect(await add(log, member, change), `${log} ${change}`).toMatchObject({ code: 0, data: { problems: [{ field: 'change', key }] } })
  expect((await add('moneyLog', 999_999, 1)).code).toBe(0)
  expect(await state(member)).toMatchObject({ money: '5.00', sum: '5.00', score: 0 })
})

test('nobody sets balance, score, before or after directly, nor changes or deletes an entry', async () => {
  const member = await newMember()
  const { data } = await add('moneyLog', member, 5)
  for (const body of [{ money: 1e6 }, { score: 1e6 }])
    expect((await call('/admin/user.user/edit', { body: { id: member, ...body } })).code).toBe(0)
  expect((await call('/admin/user.moneyLog/add', { body: { member, change: 1, before: 0, after: 1e6, memo: 'm' } })).code).toBe(0)
  for (const action of ['edit', 'del', 'delete', 'restore'])
    expect((await call(`/admin/user.moneyLog/${action}`, { body: { id: data.row.id, change: 9 } })).status).toBe(404)
  for (const text of ['UPDATE user_money_log SET change = change + 1', 'DELETE FROM user_money_log', 'TRUNCATE user_score_log']) {
    await expect(sql(text)).rejects.toThrow('permission denied')
    await expect(server.owner.query(text)).rejects.toThrow('append-only')
  }
  expect(await state(member)).toMatchObject({ money: '5.00', sum: '5.00' })
})

test('concurrent entries of any amounts: the sum of changes is the balance, and each entry continues the one before', async () => {
  const cents = fc.integer({ min: -3_000_000, max: 9_000_000 }).filter((n) => n !== 0)
  await fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 5, maxLength: 25 }), async (changes) => {
      const member = await newMember()
      const answers = await Promise.all(
        changes.flatMap((c) => [add('moneyLog', member, c / 100), add('scoreLog', member, Math.trunc(c / 1000) || 1)]),
      )
      expect(answers.filter((a) => a.code !== 1 && !a.data.problems)).toEqual([])
      const now = await state(member)
      expect(now.sum).toBe(now.money)
      expect(now.scores).toBe(now.score)
      expect(Number(now.money)).toBeGreaterThanOrEqual(0)
      for (const table of ['user_money_log', 'user_score_log']) {
        const [broken] = await sql<{ n: number }>(
          `SELECT count(*) AS n FROM (SELECT before, after, change, lag(after, 1, 0) OVER (ORDER BY id) AS last FROM ${table} WHERE member = $1) e
           WHERE before <> last OR before + change <> after`,
          [member],
        )
        expect(broken!.n).toBe(0)
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
