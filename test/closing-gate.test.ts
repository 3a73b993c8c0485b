import { beforeAll, describe, expect, test } from 'vitest'
import { hospitalDay } from '../src/server/zone.ts'
import { built, call, deliver, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { person } from './person.ts'
import { STUDY_RULES, add, form, move, post, publish, read, variable } from './study-kit.ts'
import type { Person } from './study-kit.ts'

withDeliveries()
const RULES = new RegExp(`${STUDY_RULES.source}|^(gather|approval)(/|$)`)
let second: Person
beforeAll(async () => {
  second = await person(server, 'second', RULES)
})

type Blocker = { text: string; address: string; waiver?: string }
type Next = { next: { to: string; blockers: Blocker[] } }
const joined = async (at: Built): Promise<void> => {
  await add(call, 'study.member', { study: at.study, admin: second.id, role: 'dataManager' })
}
const cleaned = async (at: Built): Promise<Built> => {
  if (!(await sql(`SELECT 1 FROM study_member WHERE study = $1 AND admin = $2`, [at.study, second.id])).length) await joined(at)
  expect((await move(call, 'study.project', at.study, 'cleaning')).code).toBe(1)
  return at
}
/** What the page lists, and what the move itself refuses: the same. */
const blockersOf = async ({ study }: Built): Promise<Blocker[]> => {
  const { next } = (await call<Next>('/admin/study.project/overview', { query: { id: String(study) } })).data
  expect(next.to).toBe('frozen')
  return next.blockers
}
const texts = async (at: Built) => (await blockersOf(at)).map(({ text }) => text)
const waive = async (at: Built): Promise<void> => {
  for (const { waiver } of await blockersOf(at)) {
    await add(call, 'study.waiver', { study: at.study, blocker: waiver, reason: '中心已关闭，补不到' })
    const [asked] = await sql<{ id: number }>(`SELECT id FROM approval WHERE state = 'requested' ORDER BY id DESC LIMIT 1`)
    expect(await post(second.call, 'approval/approve', { ids: [asked!.id] })).toMatchObject({ code: 1, data: { count: 1 } })
  }
}
const freeze = (at: Built) => move(call, 'study.project', at.study, 'frozen', '清理完毕')
/** Where a door leads, as the list there asks. */
const behind = async ({ address }: Blocker) => {
  const url = new URL(address, 'http://x')
  const search = url.searchParams.getAll('filter').map((one) => {
    const [field, operator, val] = one.split(':')
    return { field, operator, val }
  })
  const name = url.pathname.replace('/admin/', '').replaceAll('/', '.')
  const { data } = await call<{ list: { id: number }[] }>(`/admin/${name}/index`, { query: { search: JSON.stringify(search) } })
  return data.list.map(({ id }) => id)
}

describe('a study is not frozen', () => {
  test.each(['received', 'reading', 'mapped', 'compared', 'quarantined'])('over a delivery that is %s', async (state) => {
    const at = await built()
    const row = await deliver(at.gather, 'subject,visit,sbp\nS1,V1,120\n')
    await cleaned(at)
    await sql('UPDATE gather_delivery SET state = $2 WHERE id = $1', [row.id, state])
    const [blocker] = await blockersOf(at)
    expect(blocker).toMatchObject({ text: '还有 1 次交付没有入库也没有退回', waiver: expect.stringMatching(/^delivery:/) })
    expect(await behind(blocker!)).toEqual([row.id])
    expect((await freeze(at)).msg).toContain('还有 1 次交付没有入库也没有退回')
    await sql(`UPDATE gather_delivery SET state = 'compared' WHERE id = $1`, [row.id])
    expect((await move(call, 'gather.delivery', row.id, 'rejected', '发错了')).code).toBe(1)
    expect(await blockersOf(at)).toEqual([])
    expect((await freeze(at)).code).toBe(1)
  })

  test('over a delivery that waits, unless two people let exactly that pass', async () => {
    const at = await built()
    await deliver(at.gather, 'subject,visit,sbp\nS1,V1,120\n')
    await cleaned(at)
    await waive(at)
    expect(await blockersOf(at)).toEqual([])
    await sql(`INSERT INTO gather_delivery (study, gather, number, name) VALUES ($1, $2, 2, 'another')`, [at.study, at.gather])
    expect(await texts(at)).toEqual(['还有 2 次交付没有入库也没有退回'])
    await sql(`DELETE FROM gather_delivery WHERE study = $1 AND number = 2`, [at.study])
    expect((await freeze(at)).code).toBe(1)
  })

  const day = (days: number): string => hospitalDay(Date.now() + days * 86_400_000)
  /** Enrolled a month ago: the first visit is over and the second not yet; two forms, of which one is asked for at the first. */
  const followed = async () => {
    const at = await built({ channel: 'form' })
    await joined(at)
    const withLab = (before: Parameters<Parameters<typeof publish>[2]>[0]) => ({
      ...before,
      forms: [...before.forms, form('lab')],
      variables: [...before.variables, variable('lab', 'crp')],
    })
    const { forms } = await publish(call, at.study, withLab, second.call)
    const [subject] = at.subjects
    const { version } = await read(call, 'study.subject', subject!)
    const dates = { screenedOn: day(-30), consentVersion: '1', consentOn: day(-30), enrolledOn: day(-30) }
    expect((await post(call, 'study.subject/edit', { id: subject, version, ...dates })).code).toBe(1)
    await add(call, 'study.visit', { study: at.study, code: 'V2', name: 'V2', nameEn: 'V2', day: 30, before: 3, after: 3 })
    await cleaned(at)
    return { ...at, subject: subject!, lab: forms.find(({ code }) => code === 'lab')!.id }
  }
  const enter = async (formId: number, subject: number, visit: number) => {
    const { id } = await add(call, `clinical.data.f${formId}`, { subject, visit, v1: '1' })
    expect((await move(call, `clinical.data.f${formId}`, id, 'submitted')).code).toBe(1)
    return id
  }

  test('over a visit that is over and has no record, unless somebody says why; what is due or undated is not asked for', async () => {
    const at = await followed()
    const [blocker, ...others] = await blockersOf(at)
    expect(others).toEqual([])
    expect(blocker).toMatchObject({ text: '过了窗口期而没有任何记录的访视：1 次', waiver: expect.stringMatching(/^visits:/) })
    expect(await behind(blocker!)).toEqual([at.subject])
    expect((await freeze(at)).msg).toContain('没有任何记录的访视：1 次')
    expect((await post(call, 'study.subject/miss', { ids: [at.subject], visit: at.visit, because: '住院' })).code).toBe(1)
    expect(await blockersOf(at)).toEqual([])
    expect((await freeze(at)).code).toBe(1)
  })

  test('over a form that is missing at a visit that took place; entered, or waived by two, it is', async () => {
    const at = await followed()
    await enter(at.lab, at.subject, at.visit)
    const [blocker, ...others] = await blockersOf(at)
    expect(others).toEqual([])
    expect(blocker).toMatchObject({ text: '访视已进行而没有填写的表单：1 份', waiver: expect.stringMatching(/^forms:/) })
    expect(await behind(blocker!)).toEqual([at.subject])
    await waive(at)
    expect(await blockersOf(at)).toEqual([])
    await sql(`UPDATE study_waiver SET state = 'ended' WHERE study = $1`, [at.study])
    expect(await texts(at)).toEqual(['访视已进行而没有填写的表单：1 份'])
    await enter(at.form, at.subject, at.visit)
    expect(await blockersOf(at)).toEqual([])
    expect((await freeze(at)).code).toBe(1)
  })

  test('whoever has left is asked for nothing', async () => {
    const at = await followed()
    expect(await blockersOf(at)).toHaveLength(1)
    await sql(`UPDATE study_subject SET state = 'withdrawn' WHERE id = $1`, [at.subject])
    expect(await blockersOf(at)).toEqual([])
  })
})
