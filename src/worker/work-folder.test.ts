import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepWork } from './work-folder.ts'

test('what a killed worker left is removed, what somebody works on stays', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'work-'))
  expect(await sweepWork(dataDir)).toBe(0)
  for (const name of ['old', 'new']) {
    await mkdir(join(dataDir, 'work', name), { recursive: true })
    await writeFile(join(dataDir, 'work', name, 'part'), 'x')
  }
  await utimes(join(dataDir, 'work', 'old'), new Date(0), new Date(0))
  const kept = join(dataDir, 'work', 'snapshot')
  await mkdir(kept)
  for (const name of ['old.parquet', 'new.parquet']) await writeFile(join(kept, name), 'x')
  await utimes(join(kept, 'old.parquet'), new Date(0), new Date(0))
  expect(await sweepWork(dataDir)).toBe(2)
  expect(await readdir(join(dataDir, 'work'))).toEqual(['new', 'snapshot'])
  expect(await readdir(kept)).toEqual(['new.parquet'])
  await rm(dataDir, { recursive: true })
})
