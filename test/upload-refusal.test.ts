import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EARLY, onlyInOneProcess } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { png, uploader } from './sender.ts'
import { makeOffice, makeZip } from './zip.ts'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import fc from 'fast-check'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
type Kit = Awaited<ReturnType<typeof uploader>>
let send: Kit['send']
let sendRaw: Kit['sendRaw']
let objects: Kit['objects']
let startUpload: Kit['startUpload']
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
beforeAll(async () => {
  server = await startTestServer()
  ;({ admin, send, sendRaw, objects, startUpload } = await uploader(server))
  // The list of this site is wider than the default: a drawing and a packed file are allowed too.
  await sql(`UPDATE routine_config SET value = to_jsonb(value #>> '{}' || ',svg,gz,html,exe') WHERE name = 'upload_mimetype'`)
})
afterAll(() => server.close())

const TYPE = '不允许上传此类型的文件！'
const INCOMPLETE = '上传文件的数据不完整！'

describe('V-04 what is refused, with the three sentences of the specification', () => {
  test('no file, no bytes, no name, another field, no form', async () => {
    expect(await send('empty.txt', '')).toMatchObject({ code: 0, msg: INCOMPLETE })
    expect(await sendRaw('', Buffer.from('x'))).toMatchObject({ code: 0, msg: INCOMPLETE })
    const form = new FormData()
    form.append('other', new Blob(['x']), 'a.txt')
    const headers = { server: '1', batoken: admin.token }
    const other = await fetch(`${server.address}/admin/ajax/upload`, { method: 'POST', headers, body: form })
    expect(await other.json()).toMatchObject({ code: 0, msg: INCOMPLETE })
    expect(await admin.call('/admin/ajax/upload', { body: {} })).toMatchObject({ code: 0, msg: INCOMPLETE })
    const english = await fetch(`${server.address}/admin/ajax/upload`, {
      method: 'POST',
      headers: { ...headers, 'think-lang': 'en' },
      body: form,
    })
    expect(await english.json()).toMatchObject({ msg: 'The data of the uploaded file is incomplete!' })
  })

  test('more than the site allows, by a little and by a lot, and nothing of it stays on disk', async () => {
    const before = (await objects()).length
    await sql(`UPDATE routine_config SET value = '1' WHERE name = 'upload_max_mb'`)
    expect(await send('big.txt', 'x'.repeat(1024 * 1024 + 1))).toMatchObject({ code: 0, msg: '上传文件的大小超出允许范围！' })
    expect(await send('huge.txt', Buffer.alloc(20 * 1024 * 1024, 'y'))).toMatchObject({ code: 0, msg: '上传文件的大小超出允许范围！' })
    await sql(`UPDATE routine_config SET value = '10' WHERE name = 'upload_max_mb'`)
    expect((await objects()).length).toBe(before)
  })

  test('a picture of more than 40 million pixels, before it is decoded', async () => {
    const large = { msg: '上传文件的大小超出允许范围！', code: 0 }
    const head = await png(6330, 6330)
    expect(await send('large.png', head)).toMatchObject(large)
    const bitmap = Buffer.alloc(100)
    bitmap.write('BM')
    bitmap.writeUInt32LE(54, 10)
    bitmap.writeInt32LE(100_000, 18)
    bitmap.writeInt32LE(100_000, 22)
    bitmap.writeUInt16LE(24, 28)
    expect(await send('large.bmp', bitmap)).toMatchObject(large)
    expect((await send('fits.png', await png(6320, 6320))).code).toBe(1)
  })

  test('more uploads than a person may send in an hour, counted before they are read', async () => {
    await sql(`UPDATE routine_config SET value = '3' WHERE name = 'upload_per_hour'`)
    await sql(`DELETE FROM attempt WHERE key LIKE 'upload:%'`)
    try {
      const many = await Promise.all(Array.from({ length: 6 }, (_, i) => send('many.txt', `nr ${i}`, '/api/ajax/upload')))
      expect(many.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429])
      expect((await send('mine.txt', 'of somebody else')).code).toBe(1)
    } finally {
      await sql(`UPDATE routine_config SET value = '1000' WHERE name = 'upload_per_hour'`)
      await sql(`DELETE FROM attempt WHERE key LIKE 'upload:%'`)
    }
  })

  test('a type that is not on the list, or that no list can allow', async () => {
    for (const name of ['a.html', 'a.exe', 'a.js', 'a.php', 'a', 'a.', 'a.xhtml', 'a.svgz', 'a.rar'])
      expect([name, (await send(name, 'plain text')).code]).toEqual([name, 0])
  })

  const script = '<script>alert(1)</script>'
  test('content that is not what the name says, or is something else besides', async () => {
    const good = await png()
    const jpeg = await sharp(good).jpeg().toBuffer()
    const zip = makeZip([{ name: 'a.txt', data: 'a' }])
    const macro = makeOffice('docx')
    const cases: [string, Buffer | string][] = [
      ['page.png', `<html>${script}</html>`],
      ['wrong.jpg', good],
      ['wrong.png', jpeg],
      ['cut.png', good.subarray(0, good.length - 20)],
      ['head.png', good.subarray(0, 16)],
      ['picture.csv', good],
      ['page.csv', `<!DOCTYPE html>${script}`],
      ['drawing.txt', `<svg onload="alert(1)"/>`],
      ['shell.txt', '#!/bin/sh\nrm -rf /'],
      ['null.csv', 'a,b\n1,\u00002'],
      ['bell.txt', 'a\u0007b'],
      ['broken.csv', Buffer.from([0x61, 0xff, 0xff, 0xff, 0x0a])],
      ['program.txt', Buffer.from('MZ\u0090\u0000\u0003\u0000')],
      ['php.gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<?php system($_GET[0]); ?>')])],
      ['js.gif', 'GIF89a=1;alert(1)'],
      ['tail.png', Buffer.concat([good, Buffer.from(script)])],
      ['ziptail.png', Buffer.concat([good, zip])],
      ['ziptail.jpg', Buffer.concat([jpeg, zip])],
      ['pdftail.jpg', Buffer.concat([jpeg.subarray(0, 20), Buffer.from('%PDF-1.7'), jpeg.subarray(20)])],
      ['zip.pdf', Buffer.concat([Buffer.from('%PDF-1.4\n%%EOF\n'), zip])],
      ['docx.zip', 'not a zip'],
      ['wrong.xlsx', macro],
      ['plainzip.docx', zip],
      ['old.doc', 'plain text'],
      ['fake.parquet', 'PAR0xxxxPAR0'],
      ['fake.xpt', 'HEADER'],
      ['fake.mp4', 'plain text'],
    ]
    for (const [name, content] of cases) expect([name, await send(name, content)]).toMatchObject([name, { code: 0, msg: TYPE }])
  })

  test('drawings with script, entities, foreign content or outside references', async () => {
    const inner = [
      script,
      '<a href="javascript:alert(1)"><path/></a>',
      '<image href="http://evil/x.png"/>',
      '<use href="http://evil/x.svg#a"/>',
      '<use href="data:image/svg+xml;base64,AA#a"/>',
      '<foreignObject><body/></foreignObject>',
      '<path onclick="alert(1)"/>',
      '<path ONLOAD=alert(1) />',
      '<path\nonmouseover\n=\n"x"/>',
      '<style>@import url(http://evil)</style>',
      '<path style="background:url(http://evil)"/>',
      '<animate attributeName="href" values="javascript:alert(1)"/>',
      '<set attributeName="onload" to="alert(1)"/>',
      '<handler/>',
      '<svg:script>alert(1)</svg:script>',
      '&#60;script&#62;',
      '<![CDATA[<script>]]>',
      '<iframe src="x"/>',
    ]
    const whole = [
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>',
      '<?xml-stylesheet href="http://evil/x.css"?><svg/>',
      '<svg onload="alert(1)"/>',
      '<html><svg/></html>',
      '<svg><path',
      `<svg></svg>${script}`,
    ]
    for (const content of [...inner.map((i) => `<svg xmlns="http://www.w3.org/2000/svg">${i}</svg>`), ...whole])
      expect([content, (await send('x.svg', content)).code]).toEqual([content, 0])
  })

  onlyInOneProcess(
    EARLY,
    'archives that grow, lie, climb, link, overlap or hold another archive',
    async () => {
      const zeros = Buffer.alloc(60 * 1024 * 1024)
      const bomb = makeZip([{ name: 'zeros', data: zeros }])
      const cases: [string, Buffer][] = [
        ['ratio.zip', bomb],
        ['lie.zip', makeZip([{ name: 'zeros', data: zeros, unpacked: 10 }])],
        ['climb.zip', makeZip([{ name: '../../etc/cron.d/x', data: 'a' }])],
        ['climb2.zip', makeZip([{ name: '..\\x', data: 'a' }])],
        ['root.zip', makeZip([{ name: '/etc/x', data: 'a' }])],
        ['drive.zip', makeZip([{ name: 'C:\\x', data: 'a' }])],
        ['link.zip', makeZip([{ name: 'l', data: '/etc/passwd', attributes: 0o120777 << 16 }])],
        ['nested.zip', makeZip([{ name: 'inner.zip', data: makeZip([{ name: 'a', data: 'a' }]) }])],
        ['locked.zip', makeZip([{ name: 'a', data: 'a', flags: 1 }])],
        ['many.zip', makeZip(Array.from({ length: 6000 }, (_, i) => ({ name: `f${i}`, data: '' })))],
        [
          'overlap.zip',
          makeZip([
            { name: 'a', data: 'a'.repeat(5000) },
            ...Array.from({ length: 50 }, (_, i) => ({ name: `b${i}`, data: 'a'.repeat(5000), sameAs: 0 })),
          ]),
        ],
        ['cut.zip', bomb.subarray(0, bomb.length - 30)],
        ['bomb.docx', bomb],
        ['bomb.csv.gz', gzipSync(Buffer.alloc(200 * 1024 * 1024))],
      ]
      for (const [name, content] of cases) expect([name, await send(name, content)]).toMatchObject([name, { code: 0, msg: TYPE }])
    },
    60_000,
  )

  test('names that climb, hide or confuse', async () => {
    const content = await png(3, 3, '#123')
    const names = [
      '../../x.png',
      '..\\\\x.png',
      '/etc/x.png',
      'a/b.png',
      'C:x.png',
      'con.png',
      'NUL.png',
      'x.php.png',
      'x.html.png',
      '.png',
      '.htaccess.png',
    ]
    names.push(
      'x\u202egnp.png',
      'x\u200b.png',
      'x\u0001.png',
      ' x.png',
      `${'长'.repeat(90)}.png`,
      'x.png\u0000.exe',
      'x.p ng',
      'a<b>.png',
      'x.png ',
    )
    for (const name of names) expect([name, (await sendRaw(name, content)).code]).toEqual([name, 0])
    expect((await sendRaw('x.png', content)).code).toBe(1)
  })

  test('300 random names: each is refused or kept as it was sent, and none becomes a path', async () => {
    const content = await png(2, 2, '#321')
    const unit = fc.constantFrom(
      'a',
      '中',
      '.',
      '..',
      '/',
      '\\\\',
      '%2e',
      '%2f',
      '%00',
      ' ',
      '\u202e',
      '\u0000',
      ':',
      '~',
      'é',
      '😀',
      ';',
      "'",
      '&',
      '\t',
    )
    let kept = 0
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 12 }), async (units) => {
        const name = `${units.join('')}.png`
        const answer = await sendRaw(name, content)
        if (answer.code === 1) {
          kept++
          expect(answer.data.file.name).toBe(name)
          expect(name).not.toMatch(/[/\\\p{C}:]/u)
          expect(answer.data.file.url).toMatch(/^\/storage\/default\/\d{8}\/[0-9a-f]{64}\.png$/)
        } else expect(answer.code).toBe(0)
      }),
      { numRuns: 300 },
    )
    expect(kept).toBeGreaterThan(0)
    for (const { parentPath } of await objects()) expect(parentPath).toMatch(/storage\/objects\/[0-9a-f]{2}$/)
  })

  test('a topic that is no topic, and more than six at once', async () => {
    const answer = await send('a.txt', 'x', '/admin/ajax/upload?topic=..%2F..')
    expect(answer).toMatchObject({ code: 0 })
    const { data } = await send('a.txt', 'topic', '/admin/ajax/upload?topic=avatar')
    expect(data.file.url).toMatch(/^\/storage\/avatar\//)
    // Six that do not come to their end: whatever is sent beside them waits.
    const before = (await objects()).length
    const open = Array.from({ length: 6 }, () => startUpload('slow.txt'))
    try {
      await expect.poll(async () => (await objects()).length - before).toBe(6)
      expect((await send('b.txt', 'seventh')).status).toBe(429)
      expect((await send('c.txt', 'of a member', '/api/ajax/upload')).code).toBe(1)
    } finally {
      for (const upload of open) upload.finish()
    }
    expect(await Promise.all(open.map((upload) => upload.answer))).toEqual(open.map(() => 1))
    expect((await send('b.txt', 'seventh')).code).toBe(1)
  })

  test('100 uploads that break off leave nothing behind', async () => {
    const before = (await objects()).length
    const content = Buffer.alloc(300_000, 'z')
    for (let i = 0; i < 100; i += 5)
      await Promise.all(Array.from({ length: 5 }, (_, n) => sendRaw('cut.txt', content, 1000 + (i + n) * 2500)))
    await expect.poll(async () => (await objects()).length, { timeout: 5000 }).toBe(before)
    // Those that broke off are counted until the server has noticed.
    await expect.poll(async () => (await send('after.txt', 'still works')).code, { timeout: 5000 }).toBe(1)
  })
})
