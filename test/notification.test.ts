import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellFailed } from '../src/server/message/notification.ts'
import type { NotificationKind } from '../src/server/notification/kind.ts'
import { notify } from '../src/server/notification/notify.ts'
import { sweepNotifications } from '../src/server/notification/sweep.ts'
import { testSubject } from './fixtures/area/test-subject/index.ts'
import subjectLocale from './fixtures/area/test-subject/locale.ts'
import subjectServer from './fixtures/area/test-subject/server/index.ts'
import { testTrial } from './fixtures/area/test-trial/index.ts'
import trialLocale from './fixtures/area/test-trial/locale.ts'
import trialServer from './fixtures/area/test-trial/server/index.ts'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type News = { id: number; kind: string; text: string; address: string | null; times: number; readAt: string | null }
type Page = { list: News[]; hasMore: boolean; unread: number }
type Person = Awaited<ReturnType<typeof person>>
let server: TestServer
let asker: Person
let second: Person
let stranger: Person
const told: NotificationKind = { kind: 'export', title: { 'zh-cn': '试', en: 'Try' }, icon: 'bell' }
beforeAll(async () => {
  server = await startTestServer({}, undefined, {}, [
    { resource: testTrial, locale: trialLocale, half: trialServer },
    { resource: testSubject, locale: subjectLocale, half: subjectServer },
  ])
  const rights = /^(test\/(trial|subject)|approval|job)(\/|$)/
  asker = await person(server, 'asker', rights)
  second = await person(server, 'agrees', rights)
  stranger = await person(server, 'stranger', /^(test\/trial\/index|approval)(\/|$)/)
})
afterAll(() => server.close())

const db = () => server.backend.database
const read = async (by: Person, query: Record<string, string> = {}, language = 'zh-cn') =>
  (await by.call<Page>('/admin/notification/index', { query, headers: { 'think-lang': language } })).data
const unread = async (by: Person) => (await by.call<{ unread: number }>('/admin/notification/unread')).data.unread
const say = (to: Person, text: string, more: { key?: string } = {}) =>
  notify(db(), told, [{ kind: 'admin', id: to.id }], { text: { 'zh-cn': text, en: `${text} in English` }, ...more })
const clear = (by: Person) => db().query('DELETE FROM notification WHERE owner_id = $1', [by.id])

describe('a notification', () => {
  test('is told in the transaction of its teller, in the language of its reader, and to nobody else', async () => {
    await expect(
      db().transaction(async (tx) => {
        await notify(tx, told, [{ kind: 'admin', id: asker.id }], { text: { 'zh-cn': '没有', en: 'never' } })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await notify(db(), told, [{ kind: 'member', id: asker.id }], { text: { 'zh-cn': '给会员', en: 'for a member' } })
    await say(asker, '有一件事')
    expect((await read(asker)).list.map((n) => n.text)).toEqual(['有一件事'])
    expect((await read(asker, {}, 'en')).list.map((n) => n.text)).toEqual(['有一件事 in English'])
    expect(await read(second)).toMatchObject({ list: [], unread: 0 })
    await clear(asker)
  })

  test('is unread until its reader has read it; nobody reads another one’s for them', async () => {
    for (const text of ['一', '二', '三']) await say(asker, text)
    const { list } = await read(asker)
    expect(list.map((n) => n.text)).toEqual(['三', '二', '一'])
    expect(await unread(asker)).toBe(3)
    await second.call('/admin/notification/read', { body: { ids: list.map((n) => n.id) } })
    await second.call('/admin/notification/read', { body: {} })
    expect(await unread(asker)).toBe(3)
    expect((await asker.call('/admin/notification/read', { body: { ids: [list[1]!.id] } })).data).toEqual({ unread: 2 })
    expect((await read(asker)).list.map((n) => n.readAt === null)).toEqual([true, false, true])
    expect((await asker.call('/admin/notification/read', { body: {} })).data).toEqual({ unread: 0 })
    for (const ids of ['1', [0], [1.5], ['1'], {}]) expect((await asker.call('/admin/notification/read', { body: { ids } })).code).toBe(0)
    await clear(asker)
  })

  test('about the same matter is one until it is read', async () => {
    for (const text of ['第一次', '第二次']) await say(asker, text, { key: 'gateway' })
    expect((await read(asker)).list).toMatchObject([{ text: '第二次', times: 2 }])
    await asker.call('/admin/notification/read', { body: {} })
    await say(asker, '又一次', { key: 'gateway' })
    expect((await read(asker)).list).toMatchObject([
      { text: '又一次', times: 1 },
      { text: '第二次', times: 2 },
    ])
    await clear(asker)
  })

  test('of a kind that is switched off is not made; who leaves it on still gets it', async () => {
    const kinds = async () =>
      (await asker.call<{ list: { kind: string; title: string; on: boolean }[] }>('/admin/notification/kinds')).data.list
    expect((await kinds()).map((k) => k.kind)).toEqual(
      expect.arrayContaining(['export', 'message.failed', 'approval.asked', 'approval.decided']),
    )
    await asker.call('/admin/notification/switch', { body: { kind: 'export', on: false } })
    expect((await kinds()).find((k) => k.kind === 'export')).toMatchObject({ title: '导出完成', on: false })
    await say(asker, '不说')
    await say(second, '说')
    expect([await unread(asker), await unread(second)]).toEqual([0, 1])
    await asker.call('/admin/notification/switch', { body: { kind: 'export', on: true } })
    await say(asker, '又说')
    expect(await unread(asker)).toBe(1)
    expect(await asker.call('/admin/notification/switch', { body: { kind: 'no.such', on: false } })).toMatchObject({ code: 0 })
    expect(await asker.call('/admin/notification/switch', { body: { kind: 'export', on: 'no' } })).toMatchObject({ code: 0 })
    await clear(asker)
    await clear(second)
  })

  test('is read page by page, also where several were told at the same moment', async () => {
    await db().transaction(async (tx) => {
      for (let i = 0; i < 45; i++)
        await notify(tx, told, [{ kind: 'admin', id: asker.id }], { text: { 'zh-cn': String(i), en: String(i) } })
    })
    const seen: string[] = []
    for (let before = ''; ;) {
      const page = await read(asker, before ? { before } : {})
      seen.push(...page.list.map((n) => n.text))
      if (!page.hasMore) break
      before = String(page.list.at(-1)!.id)
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, i) => String(44 - i)))
    expect((await asker.call('/admin/notification/index', { query: { before: 'x' } })).code).toBe(0)
    await clear(asker)
  })

  test('goes after 90 days when it was read, after a year when it was not', async () => {
    for (const text of ['read and old', 'unread and old', 'unread and very old', 'new']) await say(asker, text)
    const age = (days: number, text: string, isRead = false) =>
      db().query(
        `UPDATE notification SET at = now() - make_interval(days => $1), read_at = CASE WHEN $3 THEN now() END WHERE text->>'zh-cn' = $2`,
        [days, text, isRead],
      )
    await age(91, 'read and old', true)
    await age(91, 'unread and old')
    await age(366, 'unread and very old')
    expect(await sweepNotifications(db())).toBe(2)
    expect((await read(asker)).list.map((n) => n.text)).toEqual(['new', 'unread and old'])
    await clear(asker)
  })
})

test('whoever could agree is told of a request, whoever asked of the answer; a masked name stays masked', async () => {
  const why = (reason: string) => ({ headers: { 'x-reason': encodeURIComponent(reason) } })
  const row = (await asker.call<{ row: { id: number } }>('/admin/test.trial/add', { body: { title: '心衰' } })).data.row
  await asker.call('/admin/test.trial/lock', { body: { ids: [row.id] } })
  await asker.call('/admin/test.trial/unlock', { body: { ids: [row.id] }, ...why('改错字') })
  const [asked] = (await read(second)).list
  expect(asked).toMatchObject({ kind: 'approval.asked', text: 'asker申请：解锁 · 研究“心衰”' })
  expect((await read(second, {}, 'en')).list[0]!.text).toBe('asker asks for your agreement: Unlock · Trials “心衰”')
  expect([await unread(asker), await unread(stranger)]).toEqual([0, 0])
  const id = Number(asked!.address!.split('/').at(-1))
  expect(await second.call('/admin/approval/reject', { body: { ids: [id], answer: '不需要' } })).toMatchObject({ code: 1 })
  expect((await read(asker)).list).toMatchObject([
    { kind: 'approval.decided', text: '您的申请已驳回：解锁 · 研究“心衰”', address: `/admin/approval/${id}` },
  ])
  expect(await unread(second)).toBe(1)

  await asker.call('/admin/test.trial/unlock', { body: { ids: [row.id] }, ...why('再来') })
  const again = Number((await read(second)).list[0]!.address!.split('/').at(-1))
  await asker.call('/admin/approval/withdraw', { body: { ids: [again] } })
  expect(await unread(asker)).toBe(1)

  const admin = await server.login()
  await admin.call('/admin/security.sensitive/add', {
    body: { resource: 'test.trial', field: 'title', title: '研究名称', watch: false, mask: true, groups: [] },
  })
  await server.ask('refresh')
  await asker.call('/admin/test.trial/unlock', { body: { ids: [row.id] }, ...why('第三次') })
  const masked = (await read(second)).list[0]!.text
  expect(masked).toContain('解锁')
  expect(masked).not.toContain('心衰')
})

test('a finished export is told to whoever asked for it, with its number of rows', async () => {
  await clear(second)
  const [jobs] = await db().query<{ n: number }>('SELECT count(*)::int AS n FROM job WHERE deleted_at IS NULL')
  const answer = await fetch(`${server.address}/admin/job/exportExcel?columns=name`, { headers: { server: '1', batoken: second.token } })
  await answer.arrayBuffer()
  await expect.poll(async () => (await read(second)).list.map((n) => n.text)).toEqual([`“岗位”已导出，共 ${jobs!.n} 行`])
})

test('messages that could not be sent are one notification for whoever reads the outbox', async () => {
  const reader = await person(server, 'outbox', /^message\/outbox(\/|$)/)
  for (const id of [1, 2, 3]) await tellFailed(db(), 'mail', id, 'no answer in time')
  expect((await read(reader)).list).toMatchObject([
    { text: '一封邮件没有发出：no answer in time', times: 3, address: '/admin/message/outbox/3' },
  ])
  expect((await read(stranger)).list).toEqual([])
})
