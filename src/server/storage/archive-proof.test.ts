import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeHollowZip } from '#qc/source/testing/hollow-file.ts'
import { isHonestZip } from './archive-proof.ts'

test.each([1000, 2 ** 31 + 7, 2 ** 32 + 7])('a zip of %d bytes is judged by its directory, not refused for its size', async (hole) => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  const path = join(folder, 'large.zip')
  try {
    await writeHollowZip(path, hole, 'labs.csv', 'a,b\n1,2\n')
    const file = await open(path, 'r+')
    const { size } = await file.stat()
    expect(await isHonestZip(path, file, size)).toBe(true)
    // The same with a directory that names a place outside.
    const tail = Buffer.alloc(400)
    const { bytesRead } = await file.read(tail, 0, 400, Math.max(0, size - 400))
    const at = tail.subarray(0, bytesRead).indexOf('PK\x06\x06')
    const outside = Buffer.alloc(8)
    outside.writeBigUInt64LE(BigInt(size))
    await file.write(outside, 0, 8, Math.max(0, size - 400) + at + 48)
    expect(await isHonestZip(path, file, size)).toBe(false)
    await file.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
