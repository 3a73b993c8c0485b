import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { main } from '../cli.ts'
import { startFakeTrino, type FakeTrino } from '../testing/fake-trino.ts'

let fake: FakeTrino
let folder: string
let share: string
beforeAll(async () => {
  fake = await startFakeTrino()
  folder = await mkdtemp(path.join(tmpdir(), 'qc-trino-'))
  share = await mkdtemp(path.join(tmpdir(), 'qc-share-'))
  await writeFile(path.join(folder, 'visits.csv'), 'nr,sbp\n1,120\n2,\n3,300\n')
  await writeFile(
    path.join(folder, 'p.json'),
    JSON.stringify(['sbp', 'nr'].map((column) => ({ id: column, check: 'not_null', table: 'visits', columns: [column] }))),
  )
})
afterAll(async () => {
  await fake.close()
  for (const one of [folder, share]) await rm(one, { recursive: true, force: true })
})

let complaints: string[] = []
async function qc(...args: string[]): Promise<{ code: number; said: string; complained: string[] }> {
  const said: string[] = []
  const complained: string[] = (complaints = [])
  const place = ['--trino', fake.url, '--catalog', 'hive', '--schema', 'qc', '--parameters', path.join(folder, 'p.json'), '--lang', 'en']
  const code = await main(
    ['check', ...place, ...args],
    (text) => void said.push(text),
    (text) => void complained.push(text),
  )
  return { code, said: said.join('\n'), complained }
}
const handing = () => [path.join(folder, 'visits.csv'), '--share', share, '--share-location', 'local:///qc']

it('a file is handed over, judged there and taken away, and so is what a killed one left; what the server did is told', async () => {
  let lay: string[] = []
  fake.says((sql) => {
    if (sql.startsWith('CREATE TABLE')) lay = readdirSync(share)
    const names = [...sql.matchAll(/ AS (a\d+)\b/g)].map(([, name]) => name!)
    if (!sql.startsWith('SELECT CAST((') || names.length === 0) return undefined
    return { read: 3, columns: names.map((name) => ({ name, type: 'double' })), data: [names.map((_, at) => (at === 0 ? 3 : 0))] }
  })
  const old = path.join(share, 'qc_cli_0123456789ab_0')
  await mkdir(old)
  await utimes(old, new Date(0), new Date(0))
  const { code, said } = await qc(...handing(), '--violations', path.join(folder, 'found.csv'))
  expect(said).toMatch(/Trino: \d+ statements · 3 rows/)
  expect(said).toMatch(/all violations written to .*found\.csv \(\d+ B\)/)
  expect(code).toBe(0)
  const made = fake.asked.find((sql) => sql.startsWith('CREATE TABLE')) ?? ''
  const [own = '-'] = /qc_cli_[0-9a-f]{12}_0/.exec(made) ?? []
  expect(made).toContain(`external_location = 'local:///qc/${own}'`)
  expect(lay).toEqual([own])
  expect(fake.asked.at(-1)).toContain(`DROP TABLE IF EXISTS "hive"."qc"."${own}"`)
  expect(await readdir(share)).toEqual([])
})

it('a check beyond a limit is an error that says so, asked once and in no smaller parts', async () => {
  fake.says((sql) => (sql.startsWith('SELECT CAST((') ? { read: 6, columns: [], data: [] } : undefined))
  const before = fake.asked.length
  const { code, said } = await qc(...handing(), '--max-rows', '5')
  expect(fake.asked.slice(before).filter((sql) => sql.startsWith('SELECT CAST(('))).toHaveLength(1)
  expect(said).toContain('the statement read more rows than it may (6 > 5)')
  expect(code).toBe(2)
  expect(await readdir(share)).toEqual([])
  // Whoever reads JSON by machine hears of it on the error stream; what only the report would read leaves the verdict alone.
  const machine = await qc(...handing(), '--max-rows', '5', '--json')
  expect(machine.complained).toEqual([expect.stringContaining('(6 > 5)'), expect.stringContaining('(6 > 5)')])
  expect(JSON.parse(machine.said)).toMatchObject({ results: [{ status: 'error' }, { status: 'error' }] })
})

it('beyond a limit no report is written, and the verdict stands', async () => {
  fake.says((sql) => {
    if (!sql.includes('FROM "hive"."qc"."qc_cli_')) return undefined
    if (!sql.startsWith('SELECT CAST((')) return { read: 6, columns: [], data: [] }
    const names = [...sql.matchAll(/ AS (a\d+)\b/g)].map(([, name]) => name!)
    return { read: 3, columns: names.map((name) => ({ name, type: 'double' })), data: [names.map(() => 3)] }
  })
  const report = path.join(folder, 'report.html')
  const { code, said, complained } = await qc(...handing(), '--max-rows', '5', '--report', report, '--json', '--first', '2')
  expect(complained).toEqual([expect.stringMatching(/^no report was written: .*6 > 5/)])
  expect([code, readdirSync(folder).includes('report.html')]).toEqual([2, false])
  // What the checks found was read beyond the limit that they kept to.
  expect(JSON.parse(said)).toMatchObject({ results: [{ status: 'failed' }, { status: 'failed' }] })
})

it.each([1, 2])('interrupted %i times: what was handed over is taken away, or where it lies is said', async (times) => {
  let go = () => {}
  const hold = new Promise<void>((resolve) => (go = resolve))
  fake.asked.length = 0
  const drops = () => fake.asked.filter((sql) => sql.startsWith('DROP TABLE')).length
  // Before it is made a table is dropped as well; the drop afterwards is silent for whoever asks twice.
  fake.says((sql) =>
    sql.startsWith('CREATE TABLE') || (times === 2 && sql.startsWith('DROP TABLE') && drops() === 2) ? { hold } : undefined,
  )
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ends with ${code}`)
  })
  const press = () => process.listeners('SIGINT').at(-1)?.('SIGINT')
  try {
    const ended = qc(...handing()).catch((error: unknown) => String(error))
    await expect.poll(() => fake.asked.some((sql) => sql.startsWith('CREATE TABLE')), { timeout: 30_000 }).toBe(true)
    press()
    await expect.poll(drops, { timeout: 30_000 }).toBe(2)
    if (times === 2) {
      expect(press).toThrow('ends with 130')
      expect(complaints).toEqual([
        expect.stringMatching(/^left behind: local:\/\/\/qc\/qc_cli_[0-9a-f]{12}_\*; the next run sweeps/),
        'stopped',
      ])
      expect(await readdir(share)).toHaveLength(1)
    }
    go()
    expect(await ended).toContain('ends with 130')
    expect(await readdir(share)).toEqual([])
  } finally {
    exit.mockRestore()
  }
})

it('says what is missing before it reads anything', async () => {
  const before = fake.asked.length
  expect((await qc()).complained.join()).toContain('--table or a file is missing')
  expect((await qc('--table', 'visits', '--max-rows', 'many')).complained.join()).toContain('--max-rows takes a positive whole number')
  expect(fake.asked).toHaveLength(before)
})
