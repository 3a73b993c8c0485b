import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../cli.ts'
import { TextOutput } from '../source/text-output.ts'
import { machineError } from './machine-error.ts'

let folder: string
const at = (name: string) => path.join(folder, name)
const json = (name: string, value: unknown) => writeFile(at(name), JSON.stringify(value))
const DATA = 'id,site,age\nS1,01,34\nS2,02,-9\nS3,02,340\n'
const AGE = { id: 'age', check: 'range', columns: ['age'], params: { min: 0, max: 120 } }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-mistakes-'))
  await mkdir(at('folder.csv'))
  await writeFile(at('data.csv'), DATA)
  await json('age.json', [AGE])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function qc(...args: string[]) {
  let output = ''
  let complaints = ''
  const code = await main(
    [...args, '--threads', '1', '--memory', '256MB', '--lang', 'en'],
    (text) => (output += `${text}\n`),
    (text) => (complaints += `${text}\n`),
  )
  return { code, output, complaints }
}
const check = (parameters: string, ...args: string[]) => qc('check', at('data.csv'), '-p', at(parameters), ...args)

describe('a mistake in a parameter is said, never passed over', () => {
  it.each([
    ['a misspelt field', { ...AGE, missing_codes: ['-9'] }, 'missing_codes: there is no such setting; did you mean "missingCodes"'],
    ['an unknown severity', { ...AGE, severity: 'critical' }, 'severity: must be one of blocking'],
    ['a percentage as a ratio', { ...AGE, fail: { metric: 'ratio', op: '>', value: 5 } }, 'write 5 % as 0.05'],
    ['numbers as missing codes', { ...AGE, missingCodes: [-9] }, 'quoted texts, such as ["-9"]'],
    ['params that are no object', { ...AGE, params: 'max' }, 'params: must be an object'],
    ['a table that is no name', { ...AGE, table: 7 }, 'table: must be a text'],
    ['a word for yes or no', { ...AGE, enabled: 'false' }, 'enabled: must be true or false'],
    ['an unknown wish for absent columns', { ...AGE, whenAbsent: 'skip' }, 'whenAbsent: must be one of error, not_applicable'],
    ['an unknown setting', { ...AGE, params: { zzzzzzzz: 1, max: 3 } }, 'there are min, max, inclusive'],
  ])('%s', async (_name, parameter, sentence) => {
    await json('wrong.json', [parameter])
    const { code, output } = await check('wrong.json')
    expect(code).toBe(2)
    expect(output).toContain(sentence)
  })

  it('two parameters of one name: their violations could not be told apart', async () => {
    await json('twins.json', [AGE, { ...AGE, params: { max: 1 } }])
    expect(await check('twins.json')).toMatchObject({ code: 2, complaints: expect.stringContaining('both called "age"') })
  })

  it('nothing to check is not "all passed"', async () => {
    await json('nothing.json', [])
    expect(await check('nothing.json')).toMatchObject({ code: 2, complaints: expect.stringContaining('nothing would be checked') })
  })

  it('a context that cannot be one', async () => {
    await json('hash.json', [{ id: 'hash', check: 'hash_matches' }])
    await json('list.json', [1, 2])
    expect((await check('hash.json', '--context', at('list.json'))).complaints).toContain('list.json: an object is expected')
    await json('odd.json', { manifest: { file: 'a.csv' } })
    expect((await check('hash.json', '--context', at('odd.json'))).output).toContain('context.manifest: must be a list')
  })

  it('keys that fit no table', async () => {
    expect((await check('age.json', '--key', 'idd')).complaints).toContain('column "idd": there is no such key column; did you mean "id"')
    expect((await check('age.json', '--key', 'labs=id')).complaints).toContain('there is no table "labs" (there are data)')
    await json('keys.json', { parameters: [AGE], keys: { data: ['nope'] } })
    expect((await check('keys.json')).code).toBe(2)
    expect((await check('age.json', '--key', 'id')).output).toContain('{"id":"S3"}')
  })

  it.each([
    ['--first', 'few', '--first takes a whole number'],
    ['--now', 'yesterday', '--now takes a date'],
  ])('%s %s', async (option, value, sentence) => {
    expect(await check('age.json', option, value)).toMatchObject({ code: 2, complaints: expect.stringContaining(sentence) })
  })
})

describe('files', () => {
  it('the output never overwrites what is read, and keeps the old file when the run fails', async () => {
    const own = await check('age.json', '--violations', at('data.csv'))
    expect(own).toMatchObject({ code: 2, complaints: expect.stringContaining('would overwrite a file that is read') })
    expect(await readFile(at('data.csv'), 'utf8')).toBe(DATA)
    expect((await qc('profile', at('data.csv'), '--suggest', at('data.csv'))).code).toBe(2)
    expect(await readFile(at('data.csv'), 'utf8')).toBe(DATA)
  })

  it('a folder, a missing folder: said before any work, not as a trace', async () => {
    expect((await qc('profile', at('folder.csv'))).complaints).toContain('this is a folder; name the files in it')
    expect((await check('age.json', '--violations', at('none/v.csv'))).complaints).toContain('there is no folder')
    expect((await check('folder.csv')).complaints).toContain('this is a folder')
  })

  it('what the machine refuses is one sentence; a bug stays a bug', () => {
    const refused = (code: string) => Object.assign(new Error('x'), { code, path: '/data/a.csv' })
    expect(machineError(refused('EACCES'))?.message).toBe('/data/a.csv: permission denied')
    expect(machineError(refused('ENOSPC'))?.text.zh).toContain('磁盘空间不足')
    expect(machineError(new Error('IO Error: Could not write file "/s/x": No space left on device'))?.message).toBe(
      '/s/x: the disk is full; make room, or put temporary files elsewhere with --spill',
    )
    expect(machineError(new Error('Out of Memory Error: failed to pin block'))?.message).toContain('raise --memory')
    expect(machineError(new TypeError('x is not a function'))).toBeUndefined()
  })

  it.skipIf(!existsSync('/dev/full'))('a full disk fails the writing instead of leaving it waiting for ever', async () => {
    const output = new TextOutput('/dev/full')
    const many = async () => {
      for (let index = 0; index < 50; index++) await output.write('x'.repeat(1 << 20))
    }
    await expect(many()).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(output.end()).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})

describe('the report', () => {
  it('names the groups that did not pass, and the file that was written', async () => {
    await json('bysite.json', [{ ...AGE, missingCodes: ['-9'], groupBy: ['site'] }])
    const { output } = await check('bysite.json')
    expect(output).toMatch(/age\s+site = 02\s+FAILED\s+1\s+1\s+100\.00/)
    expect(output).not.toContain('site = 01')
    expect((await qc('profile', at('data.csv'), '--suggest', at('s.json'))).output).toContain(`written to ${at('s.json')}`)
  })

  it('says in words what is wrong with a read', async () => {
    await writeFile(at('bad.fastq'), '@r1\nACGT\n+\nIII\n')
    expect((await qc('profile', at('bad.fastq'))).output).toContain('line 4: faulty FASTQ record: quality and sequence differ in length')
  })

  it('counts one thing as one', async () => {
    await writeFile(at('single.csv'), 'code\n007\n')
    const { output } = await qc('profile', at('single.csv'))
    expect(output).toContain('1 row × 1 column (')
    expect(output).toContain('1 value with leading zeros')
  })

  it('shows whole numbers whole', async () => {
    await writeFile(at('phones.csv'), 'phone\n13810000501\n13810000502\n')
    expect((await qc('profile', at('phones.csv'), '--identifying')).output).toContain('13810000502')
  })
})

describe('stopping', () => {
  it.each([
    ['SIGINT', 'reading'],
    ['SIGTERM', 'opening'],
  ] as const)(
    '%s while %s ends the run at once and leaves nothing behind',
    async (signal, moment) => {
      const spill = at(`spill-${signal}`)
      await mkdir(spill)
      const row = (index: number) => `${index},${'x'.repeat(200)}${index},"a ""b"" c"x\n`
      await writeFile(at('large.csv'), `id,a,b\n${Array.from({ length: 100_000 }, (_, index) => row(index)).join('')}`)
      await json('unique.json', [{ id: 'u', check: 'unique', columns: ['a'] }])
      const cli = path.join(import.meta.dirname, '../cli.ts')
      const child = spawn(process.execPath, [cli, 'check', at('large.csv'), '-p', at('unique.json'), '--spill', spill], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const ended = once(child, 'close')
      const begun = async () => {
        const [workspace] = await readdir(spill)
        if (workspace === undefined) return false
        // While the database in the folder is still being opened, or when the first file of the reading stands in it.
        return moment === 'opening' || (await readdir(path.join(spill, workspace))).length > 0
      }
      while (!(await begun()) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2))
      child.kill(signal)
      const [code] = await ended
      expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
      expect(said).toMatch(/^(?:stopped|已中止)\n$/)
      expect(await readdir(spill)).toEqual([])
    },
    60_000,
  )
})
