import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { discardCluster, endAll, newDataFolder, newFolder, query, start } from '../../../../test/embedded.ts'
import { takeLock } from './lock.ts'

afterEach(endAll)
afterAll(discardCluster)

describe('the lock of a data folder', { timeout: 120_000 }, () => {
  it('refuses a second server and says who holds the folder', async () => {
    const dataDir = await newDataFolder()
    const one = start({ dataDir })
    const { url } = await one.ready
    const { error } = await start({ dataDir }).ready
    expect(error).toContain(`already used by another server (process ${one.process.pid} on`)
    expect(error).toContain('DATA_DIR')
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('lets exactly one of several servers start at the same moment, over the lock of a dead one', async () => {
    const dataDir = await newDataFolder()
    writeFileSync(join(dataDir, 'postgres/lock'), JSON.stringify({ pid: 999_999_999, identity: 'gone', host: 'here' }))
    utimesSync(join(dataDir, 'postgres/lock'), 0, 0)
    const answers = await Promise.all([1, 2, 3, 4].map(() => start({ dataDir }).ready))
    expect(answers.filter((answer) => answer.url)).toHaveLength(1)
  })

  it('believes another container while it shows signs of life', () => {
    const folder = newFolder()
    const file = join(folder, 'lock')
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, JSON.stringify({ pid: 1, identity: 'unknown here', host: 'another-container' }))
    expect(() => takeLock(file, folder)).toThrow(/another-container/)
    utimesSync(file, new Date(), new Date(Date.now() - 60_000))
    const lock = takeLock(file, folder)
    lock.touch()
    lock.release()
    takeLock(file, folder).release()
  })

  it('takes over a lock that holds nonsense', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), '')
    takeLock(join(folder, 'lock'), folder).release()
  })
})
