import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gunzip } from './gunzip.ts'
import { writeHollowGzip, writeHollowZip } from './testing/hollow-file.ts'
import { extractMember, zipMembers } from './zip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-large-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const CSV = 'a,b\n1,2\n'
/** Before 2 GiB, behind what a signed number of four bytes holds, behind what an unsigned one holds. */
it.each([1000, 2 ** 31 + 7, 2 ** 32 + 7])('a member that stands behind %d bytes of a zip is found and read', async (hole) => {
  const file = path.join(folder, `hole-${hole}.zip`)
  await writeHollowZip(file, hole, 'labs.csv', CSV)
  expect((await stat(file)).size).toBeGreaterThan(hole)
  const members = await zipMembers(file, 'labs.zip')
  expect(members.map(({ name, size, offset }) => [name, size, offset > hole])).toEqual([
    ['__MACOSX/hole', hole, false],
    ['labs.csv', CSV.length, true],
  ])
  const to = path.join(folder, 'labs.csv')
  await extractMember(file, members[1]!, to, 'labs.zip')
  expect(await readFile(to, 'utf8')).toBe(CSV)
})

it('a gzip made of blocks as they are is a gzip', async () => {
  const file = path.join(folder, 'hollow.gz')
  const size = await writeHollowGzip(file, 3)
  const to = path.join(folder, 'hollow')
  await gunzip(file, to, 'hollow.gz')
  expect((await stat(to)).size).toBe(size)
  const handle = await open(file, 'r+')
  await handle.write(Buffer.from([1]), 0, 1, 1000)
  await handle.close()
  await expect(gunzip(file, undefined, 'hollow.gz')).rejects.toMatchObject({ code: 'damaged_gzip' })
})
