import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploader } from './sender.ts'
import { onlyInOneProcess } from './processes.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

/** Stands for LibreOffice: writes down how it was called and makes a PDF, or misbehaves as the document says. */
const FAKE = `#!/usr/bin/env node
const { readFileSync, writeFileSync, appendFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const args = process.argv.slice(2)
const input = args.at(-1)
const profile = new URL(args[0].split('=')[1]).pathname
appendFileSync(join(__dirname, 'calls.jsonl'), JSON.stringify({ args, profile: readFileSync(join(profile, 'user/registrymodifications.xcu'), 'utf8'), env: Object.keys(process.env) }) + '\\n')
const text = readFileSync(input, 'latin1')
if (text.includes('HANG')) setInterval(() => {}, 1000)
else if (text.includes('NOTHING')) process.exit(0)
else if (text.includes('CRASH')) process.exit(77)
else writeFileSync(join(dirname(input), 'document.pdf'), '%PDF-1.4 made from ' + text.length)
`
/** The head of the old container, and what the fake shall do. */
const old = (text: string): Buffer => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(text)])

let folder: string
let server: TestServer
let kit: Awaited<ReturnType<typeof uploader>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fake-office-'))
  const program = join(folder, 'soffice.cjs')
  await writeFile(program, FAKE)
  await chmod(program, 0o755)
  server = await startTestServer({ LIBREOFFICE: program, SECRET_KEY: 'not-for-children-0123' })
  kit = await uploader(server)
  await server.backend.database.query(
    `UPDATE routine_config SET value = to_jsonb(value #>> '{}' || ',doc,ppt,xls') WHERE name = 'upload_mimetype'`,
  )
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const calls = async () => {
  const text = await readFile(join(folder, 'calls.jsonl'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { args: string[]; profile: string; env: string[] })
}
const storedUrl = async (name: string, content: Buffer, at?: string): Promise<string> => {
  const answer = await kit.send(name, content, at)
  expect(answer).toMatchObject({ code: 1 })
  return (answer.data as { file: { url: string } }).file.url
}
const ask = (url: string, headers: Record<string, string> = { batoken: kit.admin.token }, at = '/admin/ajax/previewPdf') =>
  fetch(`${server.address}${at}?${new URLSearchParams({ url })}`, { headers: { server: '1', ...headers } })

onlyInOneProcess(
  'each process converts for itself; what it made is kept for all',
  'an old document becomes a PDF once, in a profile that runs and fetches nothing',
  async () => {
    const url = await storedUrl('旧报告.doc', old('harmless'))
    const [first, second] = await Promise.all([ask(url), ask(url)])
    expect(first.headers.get('content-type')).toBe('application/pdf')
    expect(await first.text()).toMatch(/^%PDF-1.4 made from/)
    expect(await second.text()).toMatch(/^%PDF/)
    expect((await ask(url)).status).toBe(200)
    const made = await calls()
    expect(made).toHaveLength(1)
    expect(made[0]!.args).toEqual(expect.arrayContaining(['--headless', '--convert-to', 'pdf']))
    expect(made[0]!.args.at(-1)).toMatch(/document\.doc$/)
    for (const setting of ['DisableMacrosExecution', 'BlockUntrustedRefererLinks', 'DisableActiveContent'])
      expect(made[0]!.profile).toMatch(new RegExp(`${setting}"[^>]*><value>true`))
    expect(made[0]!.env).not.toContain('SECRET_KEY')
  },
)

test('members have a door of their own, to what they may read; nobody else has one', async () => {
  const url = await storedUrl('会员.doc', old('for members'), '/api/ajax/upload')
  const headers = { 'ba-user-token': kit.member }
  const foreign = await storedUrl('管理员.doc', old('for admins'))
  expect((await ask(foreign, headers, '/api/ajax/previewPdf')).status).toBe(404)
  expect((await ask(url, headers, '/api/ajax/previewPdf')).headers.get('content-type')).toBe('application/pdf')
  expect(await (await ask(url, headers)).json()).toMatchObject({ code: 302 })
  expect(await (await ask(url, {}, '/api/ajax/previewPdf')).json()).toMatchObject({ code: 302 })
})

test('a converter that crashes or makes nothing is answered with a sentence', async () => {
  for (const text of ['NOTHING', 'CRASH']) {
    const answer = await ask(await storedUrl(`${text}.ppt`, old(text)))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ msg: '文件无法转换为预览，请下载后查看' })
  }
})

test('a file that is not there, or that is no old Office file, is not converted', async () => {
  const before = (await calls()).length
  expect((await ask('/storage/none.doc')).status).toBe(404)
  expect((await ask('\0')).status).toBe(400)
  expect((await ask(await storedUrl('a.txt', Buffer.from('text')))).status).toBe(422)
  expect(await calls()).toHaveLength(before)
})

test('without LibreOffice the answer says so', async () => {
  const bare = await startTestServer({ LIBREOFFICE: join(folder, 'not-there') })
  try {
    const other = await uploader(bare)
    await bare.backend.database.query(`UPDATE routine_config SET value = to_jsonb(value #>> '{}' || ',doc') WHERE name = 'upload_mimetype'`)
    const { data } = await other.send('旧.doc', old('x'))
    const { url } = (data as { file: { url: string } }).file
    const answer = await fetch(`${bare.address}/admin/ajax/previewPdf?${new URLSearchParams({ url })}`, {
      headers: { server: '1', batoken: other.admin.token, 'think-lang': 'en' },
    })
    expect(answer.status).toBe(501)
    expect(((await answer.json()) as { msg: string }).msg).toMatch(/^LibreOffice is not installed/)
  } finally {
    await bare.close()
  }
})

const hasOffice = spawnSync('soffice', ['--version']).status === 0

/** Where the machine has it: the fake above cannot tell whether the real program takes these arguments. */
test.skipIf(!hasOffice)(
  'the real LibreOffice converts a real document',
  async () => {
    const real = await startTestServer({ PATH: process.env['PATH'] ?? '' })
    try {
      const other = await uploader(real)
      await real.backend.database.query(
        `UPDATE routine_config SET value = to_jsonb(value #>> '{}' || ',doc') WHERE name = 'upload_mimetype'`,
      )
      const { data } = await other.send('会议纪要.doc', await readFile('test/fixtures/preview/minutes.doc'))
      const { url } = (data as { file: { url: string } }).file
      const answer = await fetch(`${real.address}/admin/ajax/previewPdf?${new URLSearchParams({ url })}`, {
        headers: { server: '1', batoken: other.admin.token },
      })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      const pdf = Buffer.from(await answer.arrayBuffer())
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(pdf.length).toBeGreaterThan(10_000)
    } finally {
      await real.close()
    }
  },
  120_000,
)
