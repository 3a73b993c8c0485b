import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { QcInputError } from './input-error.ts'
import { inspectFile } from './inspect.ts'
import { datasetsIn, stageFile } from './stage.ts'
import { writeZip } from './testing/write-zip.ts'
import { limitUnpacking } from './unpack-limit.ts'

const MB = 1 << 20
const KEPT = { bytes: 200e9, ratio: 250, leastFree: 0.1 }
let db: QcWorkspace
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-bomb-'))
  db = await openDatabase({ memory: '512MB', threads: 1 })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => limitUnpacking(KEPT))

const keep = async (name: string, content: Uint8Array): Promise<string> => {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}
const refused = async (file: string): Promise<QcInputError> => {
  const before = await readdir(db.directory)
  const error = await stageFile(db, file).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof QcInputError)) throw new Error('it was read', { cause: error })
  // What had been unpacked by then is gone.
  expect(await readdir(db.directory)).toEqual(before)
  return error
}

const zeros = Buffer.alloc(96 * MB)
const plainCsv = Buffer.from(`a,b\n${'1,2\n'.repeat(1000)}`)
/** A workbook by its names; `sheet` is what it unpacks to. */
const book = (sheet: Buffer) =>
  writeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ])

describe('a small file that unpacks to a large one', () => {
  it.each([
    ['bomb.csv.gz', () => gzipSync(zeros)],
    ['bomb.zip', () => writeZip([{ name: 'bomb.csv', content: zeros }])],
    ['bomb.xlsx', () => book(zeros)],
  ])('%s is refused, in both languages, and nothing of it stays', async (name, made) => {
    const error = await refused(await keep(name, made()))
    expect(error.code).toBe('unpack_ratio')
    expect(error.text.zh).toContain('UNPACK_RATIO')
    expect(error.text.en).toContain('250 times')
  })

  it('is judged without being stored, tables or not', async () => {
    expect((await inspectFile(await keep('scan.tar.gz', gzipSync(zeros)))).fault).toBe('unpack_ratio')
    expect(await datasetsIn(await keep('lib.xpt.gz', gzipSync(Buffer.concat([Buffer.from('HEADER RECORD*******LIB'), zeros]))))).toEqual([])
  })

  it('may be allowed by whoever knows it', async () => {
    limitUnpacking({ ...KEPT, ratio: 2000 })
    expect((await inspectFile(await keep('allowed.tar.gz', gzipSync(zeros)))).fault).toBeUndefined()
  })
})

it.each([
  ['large.csv.gz', () => gzipSync(plainCsv)],
  ['large.zip', () => writeZip([{ name: 'large.csv', content: plainCsv }])],
  ['large.xlsx', () => book(plainCsv)],
])('%s of any ratio is refused beyond the absolute limit', async (name, made) => {
  limitUnpacking({ bytes: 2000, ratio: 250 })
  expect((await refused(await keep(name, made()))).code).toBe('unpack_limit')
})

/** The directory says less than the member holds. */
const lying = (name: string, content: Buffer, said: number): Buffer => {
  const bytes = writeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name, content },
  ])
  const at = bytes.lastIndexOf('PK\x01\x02')
  bytes.writeUInt32LE(said, at + 24)
  bytes.writeUInt32LE(crc32(content.subarray(0, said)), at + 16)
  return bytes
}
it('a workbook that lies about its size is not unpacked in memory', async () => {
  expect(deflateRawSync(zeros).length).toBeLessThan(MB)
  const error = await refused(await keep('liar.xlsx', lying('xl/sharedStrings.xml', zeros, 1000)))
  expect(error.code).toBe('damaged_xlsx')
  expect(error.message).toContain('damaged or incomplete')
})

it.each([
  ['full.csv.gz', () => gzipSync(plainCsv)],
  ['full.zip', () => writeZip([{ name: 'full.csv', content: plainCsv }])],
])('%s waits for space while the disk is nearly full, and the file is not to blame', async (name, made) => {
  const file = await keep(name, made())
  limitUnpacking({ leastFree: 1 })
  await expect(stageFile(db, file)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect((await readdir(db.directory)).filter((left) => left.endsWith('.plain'))).toEqual([])
  limitUnpacking(KEPT)
  expect((await stageFile(db, file)).rows).toBe(1000)
})
