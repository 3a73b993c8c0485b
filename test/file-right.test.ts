import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { png, uploader } from './sender.ts'

type Client = Awaited<ReturnType<TestServer['login']>>
let server: TestServer
let admin: Client
let member: string
let send: Awaited<ReturnType<typeof uploader>>['send']
let cardiology: number
let other: number
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer()
  ;({ admin, member, send } = await uploader(server))
  const departments = await sql<{ id: number }>('SELECT id FROM department WHERE parent_id IS NOT NULL ORDER BY id LIMIT 2')
  ;[cardiology, other] = departments.map((d) => d.id) as [number, number]
})
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) => fetch(`${server.address}${url}`, { headers })
const as = ({ token }: Client) => ({ batoken: token })
const statuses = async (url: string, ...who: Record<string, string>[]) => Promise.all(who.map(async (h) => (await get(url, h)).status))
const addressFor = async (client: Client, url: string) =>
  (await client.call<{ addresses: Record<string, string> }>('/admin/ajax/fileAddress', { body: { urls: [url] } })).data.addresses[url]
const reads = (url: string) =>
  sql(
    `SELECT e.actor_kind || ':' || e.actor_id AS who FROM audit_entry e JOIN routine_attachment a ON a.id::text = e.record_id
     WHERE e.resource = 'routine.attachment' AND e.action = 'readFile' AND a.url = $1 ORDER BY e.id`,
    [url],
  )
let nth = 0
const uploadAs = async (
  client: { token: string },
  name = `study ${++nth}.csv`,
  content: Buffer | string = `subject,visit\nS${nth},V1\n`,
) => {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(content)]), name)
  const answer = await fetch(`${server.address}/admin/ajax/upload`, {
    method: 'POST',
    headers: { server: '1', batoken: client.token },
    body: form,
  })
  return ((await answer.json()) as { data: { file: { id: number; url: string; full_url: string; quote: number } } }).data.file
}

describe('a file that is not public', () => {
  test('is answered to whoever uploaded it, by header or signed address, and to nobody else', async () => {
    const nurse = await person(server, 'nurse', /^test\/everyKind\/|^dashboard/)
    const file = await uploadAs(nurse)
    const colleague = await person(server, 'colleague', /^test\/everyKind\//)
    expect(await statuses(file.url, {}, { batoken: 'x' }, as(nurse), as(colleague), { 'ba-user-token': member })).toEqual([
      404, 404, 200, 404, 404,
    ])
    const missing = await get('/storage/default/20260101/none.csv', as(colleague))
    const refused = await get(file.url, as(colleague))
    const words = async (r: Response) => ((await r.json()) as { msg: string }).msg.replace(/\/storage\S*/, '')
    expect(await words(refused)).toBe(await words(missing))
    expect((await get(file.url, as(nurse))).headers.get('cache-control')).toBe('private, no-store')
    expect(await addressFor(colleague, file.url)).toBeUndefined()
  })

  test('is read by those who see a record that shows it: rule, scope and mask decide', async () => {
    const writer = await person(server, 'writer', /^test\/everyKind\//, { scope: 'department', department: cardiology })
    const reader = await person(server, 'reader', /^test\/everyKind\/index$/, { scope: 'department', department: cardiology })
    const stranger = await person(server, 'stranger', /^test\/everyKind\/index$/, { scope: 'department', department: other })
    const ruleless = await person(server, 'ruleless', /^job\/index$/, { scope: 'all' })
    const file = await uploadAs(writer)
    expect(await statuses(file.url, as(writer), as(reader))).toEqual([200, 404])
    const { data } = await writer.call<{ row: { id: number; file: string } }>('/admin/test.everyKind/add', {
      body: { string: 'report', file: file.url },
    })
    expect(data.row.file).toBe(file.url)
    expect(await statuses(file.url, as(writer), as(reader), as(stranger), as(ruleless), {})).toEqual([200, 200, 404, 404, 404])
    // Chosen for the lists, not a right.
    expect((await get(file.url, { ...as(admin), group: String(other) })).status).toBe(200)
    await admin.call('/admin/security.sensitive/add', {
      body: { title: 'files', resource: 'test.everyKind', field: 'file', mask: true, watch: false },
    })
    expect(await statuses(file.url, as(reader), as(admin))).toEqual([404, 200])
    const [rule] = await sql<{ id: number }>(`SELECT id FROM security_sensitive WHERE resource = 'test.everyKind' AND field = 'file'`)
    await admin.call('/admin/security.sensitive/del', { method: 'DELETE', query: { ids: String(rule!.id) } })
    expect(await statuses(file.url, as(reader))).toEqual([200])
    await writer.call('/admin/test.everyKind/edit', { body: { id: data.row.id, file: '' } })
    expect(await statuses(file.url, as(reader), as(writer))).toEqual([404, 200])
  })

  test('does not open to somebody who writes its address into a record of their own', async () => {
    const owner = await person(server, 'owner', /^test\/everyKind\//, { scope: 'department', department: cardiology })
    const thief = await person(server, 'thief', /^test\/everyKind\//, { scope: 'department', department: other })
    const file = await uploadAs(owner, 'face.png', await png(31, 7))
    const { data } = await owner.call<{ row: { id: number } }>('/admin/test.everyKind/add', { body: { string: 'kept', image: file.url } })
    for (const body of [{ image: file.url }, { richText: `<img src="${file.url}">` }, { json: { a: file.url } }, { images: [file.url] }])
      expect((await thief.call('/admin/test.everyKind/add', { body: { string: 'taken', ...body } })).code).toBe(1)
    await thief.call('/admin/profile/edit', { body: { avatar: file.url } })
    const { status } = await server.call('/api/account/profile', { body: { avatar: file.url }, headers: { 'ba-user-token': member } })
    expect(status).toBe(200)
    expect(await statuses(file.url, as(thief), {}, { 'ba-user-token': member }, as(owner))).toEqual([404, 404, 404, 200])
    // Nor later, nor to whoever wrote it down before there was such a file.
    await thief.call('/admin/test.everyKind/add', { body: { string: 'early', file: '/storage/default/29991231/early.csv' } })
    expect(await sql('SELECT resource FROM file_use WHERE url = ANY($1)', [[file.url, '/storage/default/29991231/early.csv']])).toEqual(
      expect.arrayContaining([{ resource: 'routine.attachment' }, { resource: 'test.everyKind' }]),
    )
    expect((await sql('SELECT 1 FROM file_use WHERE url LIKE $1', ['%early.csv'])).length).toBe(0)
    expect((await sql('SELECT 1 FROM file_use WHERE url = $1', [file.url])).length).toBe(2)
    await owner.call('/admin/test.everyKind/del', { method: 'DELETE', query: { ids: String(data.row.id) } })
  })

  test('stays with its record in the bin, and leaves with it for good', async () => {
    const file = await uploadAs(admin)
    const { data } = await admin.call<{ row: { id: number } }>('/admin/test.everyKind/add', { body: { string: 'binned', file: file.url } })
    const viewer = await person(server, 'viewer', /^test\/everyKind\/index$/)
    const binner = await person(server, 'binner', /^test\/everyKind\/(index|recycle)$/)
    await admin.call('/admin/test.everyKind/del', { method: 'DELETE', query: { ids: String(data.row.id) } })
    expect(await statuses(file.url, as(viewer), as(binner))).toEqual([404, 200])
    await admin.call('/admin/test.everyKind/delete', { method: 'DELETE', query: { ids: String(data.row.id) } })
    expect(await sql('SELECT resource FROM file_use WHERE url = $1', [file.url])).toEqual([{ resource: 'routine.attachment' }])
  })

  test('is seen in the area of attachments by those whose departments brought it', async () => {
    const clerk = await person(server, 'clerk', /^routine\/attachment\//, { scope: 'department', department: cardiology })
    const foreign = await person(server, 'foreign', /^routine\/attachment\//, { scope: 'department', department: other })
    const file = await uploadAs(clerk)
    expect(await statuses(file.url, as(clerk), as(foreign), as(admin))).toEqual([200, 404, 200])
    const { data } = await foreign.call<{ total: number }>('/admin/routine.attachment/index', { query: { quick_search: file.url } })
    expect(data.total).toBe(0)
  })
})

describe('an address that is signed', () => {
  test('works without a header for this person and this file, until its session ends or the right is gone', async () => {
    const writer = await person(server, 'signer', /^test\/everyKind\//)
    const [file, second] = [await uploadAs(writer), await uploadAs(writer)]
    const address = (await addressFor(writer, file.url))!
    expect(address).toMatch(/^\/storage\/.+\?by=admin\.\d+\..+&until=\d+&sign=.+/)
    expect((await get(address, { accept: 'text/html' })).status).toBe(200)
    const query = address.slice(address.indexOf('?'))
    expect((await get(`${second.url}${query}`)).status).toBe(404)
    expect((await get(address.replace(/by=admin\.\d+/, 'by=admin.1'))).status).toBe(404)
    const late = address.replace(/until=(\d+)/, (_, n: string) => `until=${Number(n) + 60}`)
    expect((await get(late)).status).toBe(404)
    expect((await get(`${file.url}?by=&until=9999999999&sign=`)).status).toBe(404)
    await sql('UPDATE auth_admin SET status = false WHERE id = $1', [writer.id])
    expect((await get(address)).status).toBe(404)
    await sql('UPDATE auth_admin SET status = true WHERE id = $1', [writer.id])
    expect((await get(address)).status).toBe(200)
    await writer.call('/admin/index/logout', { body: {} })
    expect((await get(address)).status).toBe(404)
  })
  test('has run out after five minutes', async () => {
    const file = await uploadAs(admin)
    const { vault } = server.backend.services
    const [family] = await sql<{ family: string }>(`SELECT family FROM token WHERE type = 'admin' AND owner_id = 1 LIMIT 1`)
    const at = (seconds: number) => {
      const by = `admin.1.${family!.family}`
      const until = String(Math.floor(Date.now() / 1000) + seconds)
      return `${file.url}?${new URLSearchParams({ by, until, sign: vault.sign('file address', JSON.stringify([file.url, by, until])) })}`
    }
    expect(await statuses(at(60), {})).toEqual([200])
    expect(await statuses(at(-1), {})).toEqual([404])
    const until = Number(/until=(\d+)/.exec((await addressFor(admin, file.url))!)![1])
    expect(until - Date.now() / 1000).toBeLessThanOrEqual(300)
  })
  test('members ask at a door of their own; what is asked for is checked', async () => {
    const { data } = await send('own.txt', 'a member wrote this', '/api/ajax/upload')
    const ask = (body: unknown) =>
      server.call<{ addresses: Record<string, string> }>('/api/ajax/fileAddress', { body, headers: { 'ba-user-token': member } })
    const address = (await ask({ urls: [data.file.url, '/storage/none'] })).data.addresses
    expect(Object.keys(address)).toEqual([data.file.url])
    expect((await get(address[data.file.url]!)).status).toBe(200)
    for (const body of [{}, { urls: 'x' }, { urls: [1] }, { urls: ['\0'] }, { urls: Array.from({ length: 201 }, () => 'a') }])
      expect((await ask(body)).code).toBe(0)
    expect((await server.call('/api/ajax/fileAddress', { body: { urls: [] } })).code).toBe(302)
  })
})

describe('a public picture', () => {
  test('a face, a picture of the site and a picture in a text are everybody’s, other files never', async () => {
    const face = await uploadAs(admin, 'avatar.png', await png(41, 5))
    const site = await uploadAs(admin, 'logo.png', await png(42, 5))
    const text = await uploadAs(admin, 'figure.png', await png(43, 5))
    const table = await uploadAs(admin)
    const plain = await uploadAs(admin, 'scan.png', await png(44, 5))
    expect(await statuses(face.url, {})).toEqual([404])
    await admin.call('/admin/profile/edit', { body: { avatar: face.url } })
    await admin.call('/admin/routine.config/add', {
      body: { group: 'basics', name: 'site_logo', title: '标志', titleEn: 'Logo', kind: 'image', value: site.url },
    })
    await admin.call('/admin/test.everyKind/add', {
      body: { string: 'text', richText: `<p><img src="${text.url}"><a href="${table.url}">data</a></p>`, image: plain.url },
    })
    const all = await Promise.all([face, site, text, table, plain].map(async (f) => (await get(f.url)).status))
    expect(all).toEqual([200, 200, 200, 404, 404])
    expect((await get(face.url)).headers.get('cache-control')).toBe('public, max-age=3600')
    expect(await reads(face.url)).toEqual([])
    await admin.call('/admin/profile/edit', { body: { avatar: '' } })
    expect(await statuses(face.url, {})).toEqual([404])
  })
  test('who may see it can be set by right, for pictures alone, and is in the trail', async () => {
    const picture = await uploadAs(admin, 'open.png', await png(45, 5))
    const table = await uploadAs(admin)
    const editor = await person(server, 'fileEditor', /^routine\/attachment\/(index|edit)$/)
    const set = (client: Client, id: number, visibility: string) =>
      client.call('/admin/routine.attachment/publish', { body: { ids: [id], visibility } })
    expect((await set(editor, picture.id, 'public')).code).toBe(401)
    expect(await editor.call('/admin/routine.attachment/edit', { body: { id: picture.id, visibility: 'public' } })).toMatchObject({
      code: 0,
    })
    expect(await set(admin, table.id, 'public')).toMatchObject({ code: 0, msg: expect.stringContaining('图片') })
    expect((await set(admin, picture.id, 'public')).code).toBe(1)
    expect(await statuses(picture.url, {})).toEqual([200])
    await admin.call('/admin/profile/edit', { body: { avatar: picture.url } })
    expect((await set(admin, picture.id, 'private')).code).toBe(1)
    expect(await statuses(picture.url, {})).toEqual([404])
    const trail = await sql(
      `SELECT changes->'visibility' AS v FROM audit_entry WHERE resource = 'routine.attachment' AND record_id = $1 AND action = 'edit' ORDER BY id`,
      [String(picture.id)],
    )
    expect(trail).toEqual([{ v: ['place', 'public'] }, { v: ['public', 'private'] }])
    await admin.call('/admin/profile/edit', { body: { avatar: '' } })
  })
  test('the host for files stands before public ones alone', async () => {
    const picture = await uploadAs(admin, 'cdn.png', await png(46, 5))
    await sql(`UPDATE routine_config SET value = '"https://files.example"' WHERE name = 'cdn_url'`)
    expect((await uploadAs(admin, 'cdn.png', await png(46, 5))).full_url).toBe(picture.url)
    expect(await addressFor(admin, picture.url)).toMatch(/^\/storage\/.+sign=/)
    await admin.call('/admin/routine.attachment/publish', { body: { ids: [picture.id], visibility: 'public' } })
    expect((await uploadAs(admin, 'cdn.png', await png(46, 5))).full_url).toBe(`https://files.example${picture.url}`)
    // Pages load pictures from their own site alone.
    expect(await addressFor(admin, picture.url)).toBe(picture.url)
    await sql(`UPDATE routine_config SET value = '""' WHERE name = 'cdn_url'`)
  })
})

test('every read is in the trail, once per person, file and hour', async () => {
  const auditor = await person(server, 'overseer', /^routine\/attachment\/index$/)
  const file = await uploadAs(admin)
  await Promise.all(Array.from({ length: 8 }, (_, i) => get(file.url, { ...as(admin), range: `bytes=${i}-${i}` })))
  await get((await addressFor(admin, file.url))!)
  await get(file.url, as(auditor))
  await get(file.url)
  expect(await reads(file.url)).toEqual([{ who: 'admin:1' }, { who: `admin:${auditor.id}` }])
  const { data } = await admin.call<{ list: { action: string; resource: string }[] }>('/admin/auth.log/index', {
    query: { quick_search: '查看文件' },
    headers: { 'think-lang': 'zh-cn' },
  })
  expect(data.list[0]).toMatchObject({ action: 'readFile', _labels: { action: '查看文件' } })
  // Reading changes nothing: the record has no new story.
  const history = await admin.call<{ list: { action: string }[] }>('/admin/routine.attachment/history', { query: { id: String(file.id) } })
  expect(history.data.list.map((e) => e.action)).toEqual(['add'])
})

test('the same bytes by another person are another record with another address, kept once', async () => {
  const [one, two] = [await person(server, 'first', /^job\//), await person(server, 'second', /^job\//)]
  const content = 'the same,bytes\n'
  const a = await uploadAs(one, 'a.csv', content)
  const b = await uploadAs(two, 'b.csv', content)
  expect(b.id).not.toBe(a.id)
  expect(b.url).not.toBe(a.url)
  expect([a.quote, b.quote, (await uploadAs(one, 'a.csv', content)).quote]).toEqual([1, 1, 2])
  expect(await statuses(a.url, as(one), as(two))).toEqual([200, 404])
  expect(await statuses(b.url, as(one), as(two))).toEqual([404, 200])
  const [kept] = await sql<{ n: number }>('SELECT count(DISTINCT sha256) AS n FROM routine_attachment WHERE id = ANY($1)', [[a.id, b.id]])
  expect(kept!.n).toBe(1)
})

test('whoever uploads again what they used before may look at it again', async () => {
  const writer = await person(server, 'again', /^test\/everyKind\/(add|index)$/, { scope: 'department', department: cardiology })
  const file = await uploadAs(writer, 'again.csv', 'again,and again\n')
  const { data } = await writer.call<{ row: { id: number } }>('/admin/test.everyKind/add', { body: { string: 'one', file: file.url } })
  await sql('UPDATE test_every_kind SET department_id = $2, owner_id = NULL WHERE id = $1', [data.row.id, other])
  expect(await statuses(file.url, as(writer))).toEqual([404])
  await uploadAs(writer, 'again.csv', 'again,and again\n')
  expect(await statuses(file.url, as(writer))).toEqual([200])
})

test('records from before the list of uses are taken into it at the next start', async () => {
  const file = await uploadAs(admin)
  const { data } = await admin.call<{ row: { id: number } }>('/admin/test.everyKind/add', {
    body: { string: 'old', file: file.url, richText: `See ${file.url}.`, json: [{ a: `\n${file.url}` }] },
  })
  const uses = () => sql('SELECT field FROM file_use WHERE url = $1 AND record_id = $2 ORDER BY field', [file.url, data.row.id])
  const listed = await uses()
  expect(listed).toEqual([{ field: 'file' }, { field: 'json' }, { field: 'richText' }])
  await sql('DELETE FROM file_use')
  await sql(`DELETE FROM setting WHERE key = 'fileUse'`)
  const { fillUses } = await import('../src/server/storage/use.ts')
  const fill = () => server.backend.database.transaction((tx) => fillUses(tx, server.backend.engine.registry, server.backend.store))
  await fill()
  expect(await uses()).toEqual([{ field: 'file' }, { field: 'richText' }])
  await sql('DELETE FROM file_use WHERE url = $1', [file.url])
  await fill()
  expect(await uses()).toEqual([])
})
