import { beforeAll, describe, expect, test } from 'vitest'
import { accept, built, call, departments, left, records, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { member } from './site-kit.ts'
import type { Member } from './site-kit.ts'
import { add, post } from './study-kit.ts'
import { unzip } from './unzip.ts'

withDeliveries()

type Head = { id: number; name: string; ways: string[]; waiting: number }
type Own = {
  id: number
  state: string
  submittedAt: string | null
  rowsIn: number
  hindrance: string | null
  number: number
  sha256: string
}
type Read = Own & {
  refused: { row: number; text: string }[]
  visits: { code: string }[]
  hindrance: string | null
  unknown: string[]
  hasSubject: boolean
  trouble: string | null
}

let here: Member
let there: Member
let reader: Member
let stranger: Member
beforeAll(async () => {
  here = await member('herebyhand')
  there = await member('therebyhand')
  reader = await member('reader')
  stranger = await member('stranger')
})

/** A coordinator at each site and a monitor of both. */
const team = async (more: object = {}): Promise<Built> => {
  const at = await built({ channel: 'upload', ...more })
  const place = (user: number, role: string, sites: number[]) =>
    add(call, 'study.member', { study: at.study, user, role, departments: sites })
  await place(here.id, 'coordinator', [departments[0]])
  await place(there.id, 'coordinator', [departments[1]])
  await place(reader.id, 'monitor', departments)
  return at
}
const gathers = async (who: Member) => (await who.get<{ list: Head[] }>('gather/index')).data.list.map(({ id }) => id)
const sent = async (who: Member, gather: number) => (await who.get<{ list: Own[] }>('delivery/index', { gather })).data.list
const delivered = async (who: Member, gather: number, data: Buffer | string, name = 'labs.csv'): Promise<Read> => {
  const before = await sql<{ number: number }>('SELECT coalesce(max(number), 0) AS number FROM gather_delivery WHERE gather = $1', [gather])
  expect(await who.send(gather, name, data)).toBe(204)
  await left(gather, before[0]!.number + 1, 'received', 'reading', 'mapped')
  const [newest] = await sent(who, gather)
  return (await who.get<Read>('delivery/read', { id: newest!.id })).data
}

describe('AA-02 a member who hands data over', () => {
  test('sees what was read, row by row, and nobody decides about it before it is submitted', async () => {
    const at = await team({ intake: 'quarantine', automatic: true })
    expect(await gathers(here)).toContain(at.gather)
    const read = await delivered(here, at.gather, 'subject,visit,sbp,memo\nS1,V1,120,x\nS2,V1,130,y\nS9,V1,1,z\n')
    expect(read).toMatchObject({ state: 'compared', submittedAt: null, rowsIn: 3, rowsStored: 1, rowsRejected: 2, unknown: ['memo'] })
    expect(read.refused).toEqual([
      { row: 2, subject: 'S2', visit: 'V1', text: '您的科室没有这位受试者' },
      { row: 3, subject: 'S9', visit: 'V1', text: '您的科室没有这位受试者' },
    ])
    const file = await fetch(`${server.address}/api/study/delivery/refused?id=${read.id}`, {
      headers: { server: '1', ...here.headers, 'think-lang': 'en' },
    })
    expect(await file.text()).toContain('3,Your departments have no such subject,S9,V1')
    expect(await post(call, 'gather.delivery/accept', { ids: [read.id], reason: '' })).toMatchObject({
      code: 0,
      msg: '交付人还没有提交这次交付',
    })
    expect(await here.post('delivery/submit', { id: read.id })).toMatchObject({ code: 1, data: { state: 'quarantined' } })
    const [once] = await sent(here, at.gather)
    expect(await here.post('delivery/submit', { id: read.id })).toMatchObject({ code: 1, data: { submittedAt: once!.submittedAt } })
    expect((await here.post('delivery/withdraw', { id: read.id })).code).toBe(0)
    const [row] = await sql<{ id: number; version: number; state: string }>('SELECT * FROM gather_delivery WHERE id = $1', [read.id])
    expect(await accept({ ...row!, ...read })).toMatchObject({ state: 'accepted', rowsStored: 1, sender: here.id })
    expect((await records(at.form)).map((r) => r['subject'])).toEqual(['S1'])
  })

  test('what does not pass comes as a sheet with the problems in words and the cells coloured that they are about', async () => {
    const at = await team()
    const read = await delivered(here, at.gather, 'subject,visit,sbp\nS9,V1,12O\nS1,V8,120\nS1,V1,120\n')
    expect(read).toMatchObject({ rowsStored: 1, rowsRejected: 2, hindrance: null })
    // Somebody who wrote the name of a visit learns what its code is.
    expect(read.visits.map(({ code }) => code)).toContain('V1')
    const file = await fetch(`${server.address}/api/study/delivery/refused?id=${read.id}&as=excel`, {
      headers: { server: '1', ...here.headers, 'think-lang': 'en' },
    })
    const sheet = unzip(Buffer.from(await file.arrayBuffer()))
      .get('xl/worksheets/sheet1.xml')!
      .toString()
    const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"( s="4")?(?: t="inlineStr")?><(?:is><t xml:space="preserve"|v)>([^<]*)/g)]
    expect(cells.filter(([, cell]) => /[23]$/.test(cell!)).map(([, cell, style, text]) => [cell, text, style !== undefined])).toEqual([
      ['A2', '1', false],
      ['B2', 'Your departments have no such subject · Systolic: cannot be read as its type', false],
      ['C2', 'S9', true],
      ['D2', 'V1', false],
      ['F2', '12O', true],
      ['A3', '2', false],
      ['B3', 'The study has no such visit', false],
      ['C3', 'S1', false],
      ['D3', 'V8', true],
      ['F3', '120', false],
    ])
    expect(
      (
        await fetch(`${server.address}/api/study/delivery/refused?id=${read.id}&as=excel`, { headers: { server: '1', ...there.headers } })
      ).headers.get('content-type'),
    ).toContain('json')
  })

  test('what is clean is stored without another person where the gather project says so, in the name of the member', async () => {
    const at = await team({ automatic: true })
    const read = await delivered(here, at.gather, 'subject,visit,sbp\nS1,V1,120\nS3,V1,130\n')
    expect(await records(at.form)).toEqual([])
    expect((await here.post('delivery/submit', { id: read.id })).code).toBe(1)
    expect((await left(at.gather, 1, 'compared')).state).toBe('accepted')
    expect(await records(at.form)).toHaveLength(2)
    const [entry] = await sql(
      `SELECT actor_kind, actor_id FROM audit_entry WHERE resource = 'gather.delivery' AND record_id = $1 AND action = 'import'`,
      [String(read.id)],
    )
    expect(entry).toEqual({ actor_kind: 'member', actor_id: here.id })
  })

  test('where no faulty row is taken, the file is corrected first; what is not wanted is withdrawn', async () => {
    const at = await team({ intake: 'reject' })
    const bad = await delivered(here, at.gather, 'subject,visit,sbp\nS1,V1,120\nS9,V1,1\n')
    expect(bad).toMatchObject({ state: 'compared', hindrance: expect.stringContaining('1') })
    expect(await here.post('delivery/submit', { id: bad.id })).toMatchObject({ code: 0, msg: bad.hindrance })
    expect(await here.post('delivery/withdraw', { id: bad.id })).toMatchObject({ code: 1, data: { state: 'rejected', submittedAt: null } })
    const nothing = await delivered(here, at.gather, 'subject,visit,sbp\nS9,V1,1\n')
    expect(nothing).toMatchObject({ state: 'compared', visits: [], hindrance: '没有一行可以入库：请改正后重新上传' })
    const broken = await delivered(here, at.gather, Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'labs.xlsx')
    expect(broken).toMatchObject({ state: 'quarantined', trouble: expect.any(String) })
    expect((await here.post('delivery/submit', { id: broken.id })).code).toBe(0)
  })
})

describe('AA-02 who is not to know', () => {
  test('outside the study, at another site or in another role, a gather project and a delivery are as if they did not exist', async () => {
    const at = await team({ departments: [departments[0]] })
    const read = await delivered(here, at.gather, 'subject,visit,sbp\nS1,V1,120\n')
    for (const other of [there, reader, stranger]) {
      expect(await gathers(other)).not.toContain(at.gather)
      for (const [path, name] of [
        ['gather/read', 'id'],
        ['delivery/index', 'gather'],
      ] as const) {
        const nothing = await other.get(path, { [name]: 999_999 })
        expect(await other.get(path, { [name]: at.gather })).toMatchObject({ code: nothing.code, msg: nothing.msg })
        expect(nothing.code).toBe(0)
      }
      expect(await other.send(at.gather, 'x.csv', 'subject\nS1\n')).toBe(await other.send(999_999, 'x.csv', 'subject\nS1\n'))
      for (const path of ['delivery/read', 'delivery/refused']) {
        const nothing = await other.get(path, { id: 999_999 })
        expect(await other.get(path, { id: read.id })).toMatchObject({ code: 0, msg: nothing.msg })
      }
      for (const path of ['delivery/submit', 'delivery/withdraw']) {
        const nothing = await other.post(path, { id: 999_999 })
        expect(await other.post(path, { id: read.id })).toMatchObject({ code: 0, msg: nothing.msg })
      }
    }
    expect(await sql('SELECT submitted_at, state FROM gather_delivery WHERE id = $1', [read.id])).toEqual([
      { submitted_at: null, state: 'compared' },
    ])
  })

  test('a colleague of the same site does not submit for another, and a form is no place to upload to', async () => {
    const at = await team()
    await add(call, 'study.member', { study: at.study, user: stranger.id, role: 'coordinator', departments: [departments[0]] })
    const read = await delivered(here, at.gather, 'subject,visit,sbp\nS1,V1,120\n')
    expect(await gathers(stranger)).toContain(at.gather)
    expect(await sent(stranger, at.gather)).toEqual([])
    expect((await stranger.get('delivery/read', { id: read.id })).code).toBe(0)
    expect((await stranger.post('delivery/submit', { id: read.id })).code).toBe(0)
    const entry = await team({ channel: 'form' })
    expect(await here.send(entry.gather, 'x.csv', 'subject\nS1\n')).not.toBe(204)
  })
})
