import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { png, uploader } from './sender.ts'
import { HOLDERS } from '../src/server/storage/holder.ts'
import { Store } from '../src/server/storage/store.ts'
import { utimes, writeFile } from 'node:fs/promises'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
type Kit = Awaited<ReturnType<typeof uploader>>
let send: Kit['send']
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer()
  ;({ admin, send } = await uploader(server))
  // The list of this site is wider than the default: a drawing and a packed file are allowed too.
  await sql(`UPDATE routine_config SET value = to_jsonb(value #>> '{}' || ',svg,gz,html,exe') WHERE name = 'upload_mimetype'`)
})
afterAll(() => server.close())

describe('delivery', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${server.address}${url}`, { headers: { batoken: admin.token, ...headers } })
  test('a picture is shown, everything else is saved', async () => {
    const { data } = await send('show.png', await png(8, 2))
    const shown = await get(data.file.url, { accept: 'text/html' })
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/),
      'content-disposition': "inline; filename*=UTF-8''show.png",
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const [name, content] of [
      ['保存.csv', 'a,b\n'],
      ['x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
      ['x.pdf', '%PDF-1.4\n%%EOF'],
    ] as const) {
      const { data: saved } = await send(name, content)
      const { headers } = await get(saved.file.url)
      expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      expect(headers.get('content-security-policy')).toContain('sandbox')
    }
  })
  test('ranges, the head alone, and what the browser has already', async () => {
    const { data } = await send('range.txt', '0123456789')
    const part = async (range: string) => {
      const r = await get(data.file.url, { range })
      return [r.status, r.headers.get('content-range'), await r.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=4-99')).toEqual([206, 'bytes 4-9/10', '456789'])
    expect(await part('bytes=20-')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=1-2,4-5')).toEqual([200, null, '0123456789'])
    const head = await fetch(`${server.address}${data.file.url}`, { method: 'HEAD', headers: { batoken: admin.token } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
    const etag = head.headers.get('etag')!
    expect((await get(data.file.url, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(data.file.url, { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200)
  })
  test('no address leaves the store', async () => {
    for (const path of [
      '/storage/../first-password',
      '/storage/..%2ffirst-password',
      '/storage/%2e%2e/%2e%2e/etc/passwd',
      '/storage/objects',
      '/storage/',
      '/storage/a%00b',
      '/storage//etc/passwd',
    ])
      expect([path, (await get(path, { server: '1' })).status]).toEqual([path, 404])
  })
})

describe('tidying', () => {
  test('a file that a record shows cannot be deleted; one that nobody has goes from the disk too', async () => {
    const { data } = await send('avatar.png', await png(11, 11))
    const del = () => admin.call('/admin/routine.attachment/del', { method: 'DELETE', query: { ids: String(data.file.id) } })
    await admin.call('/admin/auth.admin/edit', { body: { id: 1, avatar: data.file.url } })
    expect(await del()).toMatchObject({ code: 0, msg: expect.stringContaining('管理员') })
    await admin.call('/admin/auth.admin/edit', { body: { id: 1, avatar: '' } })
    expect(await server.backend.store.has(data.file.sha256)).toBe(true)
    expect((await del()).code).toBe(1)
    expect(await server.backend.store.has(data.file.sha256)).toBe(false)
    expect((await fetch(`${server.address}${data.file.url}`, { headers: { batoken: admin.token } })).status).toBe(404)
  })
  test('what no record shows and nobody has uploaded lately is removed together, after being told how much it is', async () => {
    const files = await Promise.all(
      ['face', 'inside', 'list', 'alone', 'fresh'].map(async (n, i) => (await send(`${n}.png`, await png(20 + i, 9))).data.file),
    )
    const [face, inside, list, alone] = files
    await sql('UPDATE routine_attachment SET last_upload_at = now()')
    await sql(`UPDATE routine_attachment SET last_upload_at = now() - interval '100 days' WHERE id = ANY($1::bigint[])`, [
      [face, inside, list, alone].map((f) => f!.id),
    ])
    await admin.call('/admin/auth.admin/edit', { body: { id: 1, avatar: face!.url } })
    const shown = await admin.call('/admin/test.everyKind/add', {
      body: { string: 'shows files', images: [list!.url], richText: `<p><img src="${inside!.url}"></p>` },
    })
    expect(shown).toMatchObject({ code: 1 })
    const run = (action: string, days: number) => admin.call(`/admin/routine.attachment/${action}`, { body: { days } })
    expect((await run('sweepEffect', 101)).data).toEqual({ count: 0, bytes: 0, left: 0 })
    const told = { count: 1, bytes: alone!.size, left: 0 }
    expect((await run('sweepEffect', 99)).data).toEqual(told)
    expect((await run('sweep', 99)).data).toEqual(told)
    const there = await Promise.all(
      files.map(async (f) => (await fetch(`${server.address}${f.url}`, { headers: { batoken: admin.token } })).status),
    )
    expect(there).toEqual([200, 200, 200, 404, 200])
    expect(await server.backend.store.has(alone!.sha256)).toBe(false)
    expect(await run('sweep', 0)).toMatchObject({ code: 0, data: { problems: [{ field: 'days' }] } })
    await admin.call('/admin/auth.admin/edit', { body: { id: 1, avatar: '' } })
  })
  test('two records of the same bytes share the file: deleting one keeps it', async () => {
    const csv = await send('same.csv', 'same,content\n')
    const txt = await send('same.txt', 'same,content\n')
    expect(txt.data.file.id).not.toBe(csv.data.file.id)
    await admin.call('/admin/routine.attachment/del', { method: 'DELETE', query: { ids: String(csv.data.file.id) } })
    const left = await fetch(`${server.address}${txt.data.file.url}`, { headers: { batoken: admin.token } })
    expect(left.status).toBe(200)
  })
  test('deleting while the same content is uploaded never leaves a record without its file', async () => {
    const content = await png(13, 13)
    for (let i = 0; i < 10; i++) {
      const { data } = await send('again.png', content)
      await Promise.all([
        send('again.png', content),
        admin.call('/admin/routine.attachment/del', { method: 'DELETE', query: { ids: String(data.file.id) } }),
      ])
      const rows = await sql('SELECT 1 FROM routine_attachment WHERE sha256 = $1', [data.file.sha256])
      expect(await server.backend.store.has(data.file.sha256)).toBe(rows.length > 0)
    }
  })
  test('only the name can be changed, and only to a good one with the same suffix', async () => {
    const { data } = await send('name.txt', 'rename me')
    const edit = (change: object) => admin.call('/admin/routine.attachment/edit', { body: { id: data.file.id, ...change } })
    expect((await edit({ name: '新名字.txt' })).code).toBe(1)
    for (const change of [{ name: 'x.html' }, { name: '../x.txt' }, { url: '/etc/passwd' }, { sha256: 'x' }, { quote: 0 }])
      expect([change, (await edit(change)).code]).toEqual([change, 0])
    expect(await admin.call('/admin/routine.attachment/add', { body: { name: 'x' } })).toMatchObject({ status: 404 })
  })
  test('the sweep takes what is old and belongs to nobody, and nothing else', async () => {
    const { data } = await send('kept.txt', 'kept for ever')
    const { store, database } = server.backend
    const staged = await store.stage()
    await writeFile(staged, 'left behind')
    const orphan = 'ab'.repeat(32)
    await store.keep(staged, orphan)
    expect(await store.sweep(database)).toBe(0)
    const old = new Date(Date.now() - 2 * 86_400_000)
    await utimes(store.pathOf(orphan), old, old)
    await utimes(store.pathOf(data.file.sha256), old, old)
    expect(await store.sweep(database)).toBe(1)
    expect([await store.has(orphan), await store.has(data.file.sha256)]).toEqual([false, true])
  })
  test('what another holder keeps is not swept', async () => {
    const { database, config } = server.backend
    const sha256 = 'cd'.repeat(32)
    const files = `SELECT 1 AS id, '/storage/other' AS url, 'other.csv' AS name, '${sha256}' AS sha256, 5 AS size, 'text/csv' AS mimetype, 'place' AS visibility, NULL AS owner, now() AS since`
    const store = new Store(config.DATA_DIR, [...HOLDERS, { resource: 'data.file', files }])
    const staged = await store.stage()
    await writeFile(staged, 'other')
    await store.keep(staged, sha256)
    const old = new Date(Date.now() - 2 * 86_400_000)
    await utimes(store.pathOf(sha256), old, old)
    expect(await store.sweep(database)).toBe(0)
    expect(await server.backend.store.sweep(database)).toBe(1)
  })
  test('without the rules of the area there is no list, but everybody may upload', async () => {
    const { call } = await server.login('cardiology')
    expect(await call('/admin/routine.attachment/index')).toMatchObject({ code: 401 })
    expect(await call('/admin/routine.attachment/del', { method: 'DELETE', query: { ids: '1' } })).toMatchObject({ code: 401 })
  })
})

describe('C-06 C-07 the icon of a suffix', () => {
  const icon = async (path: string) => {
    const response = await fetch(`${server.address}${path}`)
    return { type: response.headers.get('content-type'), csp: response.headers.get('content-security-policy'), text: await response.text() }
  }
  test('letters and colour are escaped or left out', async () => {
    const { type, csp, text } = await icon('/api/ajax/buildSuffixSvg?suffix=%3C%2Ft%3E&background=red%22%20onload%3D%22alert(1)')
    expect(type).toContain('image/svg+xml')
    expect(csp).toMatch(/sandbox$/)
    expect(text).toContain('>&#60;/T&#62;</text>')
    expect(text).not.toMatch(/onload|red/)
    expect((await icon('/api/ajax/buildSuffixSvg?suffix=parquet&background=%230b63c5')).text).toMatch(/#0b63c5.*PARQ/)
  })
  test('the admin’s address takes a ticket once, or the token', async () => {
    const { data } = await admin.call<{ ticket: string }>('/admin/index/ticket', { body: {} })
    const path = (token: string) => `/admin/ajax/buildSuffixSvg?suffix=csv&batoken=${token}`
    expect((await icon(path(data.ticket))).type).toContain('svg')
    expect((await icon(path(data.ticket))).type).toContain('json')
    expect((await icon(path(admin.token))).type).toContain('svg')
    expect((await icon(path(''))).text).toContain('"code":302')
  })
})
