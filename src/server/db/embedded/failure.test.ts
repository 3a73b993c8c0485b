import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { discardCluster, end, endAll, growDisk, newDataFolder, newFolder, newSmallDisk, query, start } from '../../../../test/embedded.ts'
import { startEmbedded } from '../embedded.ts'
import { explain } from './failure.ts'

afterEach(endAll)
afterAll(discardCluster)

describe('a failure of the database', { timeout: 120_000 }, () => {
  it('is told with the way to mend it', async () => {
    const folder = newFolder()
    const tell = async (words: string) => (await explain('It did not start.', words, folder)).message
    expect(await tell('FATAL: could not write: No space left on device')).toMatch(/is full \(\d+ MB free\)[\s\S]*No space left/)
    expect(await tell('EROFS: read-only file system')).toContain('read-only')
    expect(await tell('FATAL: data directory has wrong ownership')).toContain('may not use')
    expect(await tell('could not look up effective user ID 4321')).toContain('/etc/passwd')
    expect(await tell('something new')).toContain('DATABASE_URL')
  })

  it('on a full disk says so, leaves nothing half-made, and works once there is room', async ({ skip }) => {
    const disk = newSmallDisk(24)
    if (!disk) return skip('this machine does not let us mount a small disk')
    await expect(startEmbedded({ dataDir: disk, log: () => {} })).rejects.toThrow(/is full \(\d+ MB free\)/)
    growDisk(disk, 300)
    const { url, stop } = await startEmbedded({ dataDir: disk, log: () => {} })
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
    await stop()
  })

  it('when the disk fills up under a running server, refuses writes, loses nothing, and recovers by itself', async ({ skip }) => {
    const disk = newSmallDisk(200)
    if (!disk) return skip('this machine does not let us mount a small disk')
    execFileSync('cp', ['-a', join(await newDataFolder(), 'postgres'), disk])
    const one = start({ dataDir: disk })
    const { ownerUrl: url } = await one.ready
    await query(url, 'create table t (n serial, filler text)')
    let kept = 0
    const add = () =>
      query(url, `insert into t (filler) select string_agg(md5(random()::text), '') from generate_series(1, 60000) returning n`)
    await expect(
      (async () => {
        for (;;) {
          await add()
          kept++
        }
      })(),
    ).rejects.toThrow()
    growDisk(disk, 400)
    const count = () => query(url, 'select count(*)::int as n from t').then(([row]) => row?.['n'])
    await expect.poll(() => count().catch(() => undefined), { timeout: 20_000, interval: 200 }).toBe(kept)
    await add()
    await end(one, 'SIGTERM')
  })
})
