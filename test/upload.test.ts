import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '../src/kernel/index.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { png, uploader } from './sender.ts'
import { makeOffice, makeZip } from './zip.ts'
import { gzipSync } from 'node:zlib'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import sharp from 'sharp'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
type Kit = Awaited<ReturnType<typeof uploader>>
let member: string
let send: Kit['send']
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer()
  ;({ admin, member, send } = await uploader(server))
  // The list of this site is wider than the default: a drawing and a packed file are allowed too.
  await sql(`UPDATE routine_config SET value = to_jsonb(value #>> '{}' || ',svg,gz,html,exe') WHERE name = 'upload_mimetype'`)
})
afterAll(() => server.close())

const TYPE = '不允许上传此类型的文件！'

describe('C-06 C-07 upload', () => {
  test('an admin uploads a picture and gets its record, with the measures and the hash', async () => {
    const content = await png(40, 30)
    const { code, data } = await send('胸片 01.png', content)
    expect(code).toBe(1)
    expect(data.file).toMatchObject({
      name: '胸片 01.png',
      size: content.length,
      mimetype: 'image/png',
      suffix: 'png',
      width: 40,
      height: 30,
      quote: 1,
      url: expect.stringMatching(/^\/storage\/default\/\d{8}\/[0-9a-f]{64}\.png$/),
    })
    expect(data.file.full_url).toBe(data.file.url)
    const { data: page } = await admin.call<{ list: Record<string, unknown>[] }>('/admin/routine.attachment/index', {
      query: { quick_search: '胸片' },
    })
    expect(page.list[0]).toMatchObject({ name: '胸片 01.png', quote: 1, admin: 1, topic: 'default', storage: 'local' })
    expect(await sql(`SELECT 1 FROM audit_entry WHERE resource = 'routine.attachment' AND action = 'add' AND actor_id = 1`)).not.toEqual([])
  })

  test('a member uploads through the same checks; each audience needs its own token', async () => {
    const { code, data } = await send('me.png', await png(5, 5, '#0f0'), '/api/ajax/upload')
    expect(code).toBe(1)
    expect(await sql('SELECT admin, "user" FROM routine_attachment WHERE id = $1', [data.file.id])).toEqual([{ admin: null, user: 1 }])
    expect(await send('me.html', '<script>1</script>', '/api/ajax/upload')).toMatchObject({ code: 0, msg: TYPE })
    for (const [path, headers] of [
      ['/admin/ajax/upload', { 'ba-user-token': member }],
      ['/api/ajax/upload', { batoken: admin.token }],
      ['/admin/ajax/upload', {}],
    ] as const) {
      const form = new FormData()
      form.append('file', new Blob(['x']), 'a.txt')
      const response = await fetch(`${server.address}${path}`, { method: 'POST', headers: { server: '1', ...headers }, body: form })
      expect(((await response.json()) as Envelope).code).toBe(302)
    }
  })

  test('E-07 the same content is kept once: the count of each person’s record rises, the time moves, the name in the answer is the sender’s', async () => {
    const content = await png(7, 7, '#00f')
    const [first, second] = [await send('first.png', content), await send('second.png', content)]
    expect(second.data.file).toMatchObject({ id: first.data.file.id, url: first.data.file.url, quote: 2, name: 'second.png' })
    const again = await send('third.png', content, '/api/ajax/upload')
    expect(again.data.file).toMatchObject({ quote: 1, name: 'third.png', sha256: first.data.file.sha256 })
    expect(again.data.file.id).not.toBe(first.data.file.id)
    expect(again.data.file.url).not.toBe(first.data.file.url)
    const [row] = await sql<{ moved: boolean; name: string }>(
      'SELECT last_upload_at > created_at AS moved, name FROM routine_attachment WHERE id = $1',
      [first.data.file.id],
    )
    expect(row).toEqual({ moved: true, name: 'first.png' })
  })

  test('twelve uploads of the same new content at once make one record of each person that counts theirs', async () => {
    const content = await png(9, 9, '#ff0')
    const batches = [await Promise.all(Array.from({ length: 6 }, () => send('race.png', content)))]
    batches.push(await Promise.all(Array.from({ length: 6 }, () => send('race.png', content, '/api/ajax/upload'))))
    const answers = batches.flat()
    expect(answers.map((a) => a.code)).toEqual(Array.from({ length: 12 }, () => 1))
    for (const own of batches) {
      expect(new Set(own.map((a) => a.data.file.id)).size).toBe(1)
      expect(own.map((a) => a.data.file.quote).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
    }
    expect(new Set(answers.map((a) => a.data.file.id)).size).toBe(2)
    expect(new Set(answers.map((a) => a.data.file.sha256)).size).toBe(1)
  })

  test('every kind the site allows by default is accepted when it is what it says', async () => {
    const picture = sharp(await png(6, 6))
    const bmp = Buffer.alloc(54 + 4 * 2)
    bmp.write('BM')
    bmp.writeUInt32LE(62, 2)
    bmp.writeUInt32LE(54, 10)
    bmp.writeUInt32LE(40, 14)
    bmp.writeInt32LE(1, 18)
    bmp.writeInt32LE(2, 22)
    bmp.writeUInt16LE(1, 26)
    bmp.writeUInt16LE(24, 28)
    const files: [string, Buffer | string][] = [
      ['a.jpg', await picture.clone().jpeg().toBuffer()],
      ['a.jpeg', await picture.clone().jpeg({ quality: 30 }).toBuffer()],
      ['a.gif', await picture.clone().gif().toBuffer()],
      ['a.webp', await picture.clone().webp().toBuffer()],
      ['a.bmp', bmp],
      ['a.csv', '编号,CRP <0.5\n1,"a <b> c"\n'],
      ['gbk.csv', Buffer.from([0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0x31, 0x0a])],
      ['wide.txt', Buffer.from('\ufeff编号\t1\n', 'utf16le')],
      ['a.tsv', 'a\tb\n'],
      ['a.json', '{"a": [1, 2]}'],
      ['a.md', '# 标题\n\n正文'],
      ['a.zip', makeZip([{ name: 'data/a.csv', data: 'a,b\n1,2\n' }, { name: 'data/' }])],
      ['a.docx', makeOffice('docx')],
      ['a.xlsx', makeOffice('xlsx')],
      ['a.pptx', makeOffice('pptx')],
      ['a.pdf', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'],
      ['a.xpt', 'HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!000000000000000000000000000000  '],
      ['a.csv.gz', gzipSync('a,b\n1,2\n')],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#0b63c5"/></svg>'],
    ]
    for (const [name, content] of files) expect([name, (await send(name, content)).code]).toEqual([name, 1])
  })

  test('a file of 384 MB passes through without being held in memory', async () => {
    await sql(`UPDATE routine_config SET value = '1024' WHERE name = 'upload_max_mb'`)
    const line = Buffer.from('a,b,c,'.repeat(10_922) + 'd\n')
    const count = Math.ceil((384 * 1024 * 1024) / line.length)
    const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\n\r\n')
    async function* body() {
      yield head
      for (let i = 0; i < count; i++) yield line
      yield Buffer.from('\r\n--x--\r\n')
    }
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
    const answer = await new Promise<{ code: number; data: { file: { size: number } } }>((resolve, reject) => {
      const headers = { server: '1', batoken: admin.token, 'content-type': 'multipart/form-data; boundary=x' }
      const call = request(`${server.address}/admin/ajax/upload`, { method: 'POST', headers }, (response) => {
        let text = ''
        response.on('data', (c: Buffer) => (text += c.toString())).on('end', () => resolve(JSON.parse(text) as never))
      })
      call.on('error', reject)
      Readable.from(body()).pipe(call)
    })
    clearInterval(watch)
    expect(answer).toMatchObject({ code: 1, data: { file: { size: count * line.length } } })
    // Sender and receiver are this one process, and the collector takes its time: held whole it would be 384 at least.
    expect((peak - before) / 1024 / 1024).toBeLessThan(256)
  })
})
