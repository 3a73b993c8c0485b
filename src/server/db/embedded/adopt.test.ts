import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { discardCluster, end, endAll, newDataFolder, newFolder, postmasterPid, query, start } from '../../../../test/embedded.ts'
import { startEmbedded } from '../embedded.ts'
import { isAlive } from './process.ts'

afterEach(endAll)
afterAll(discardCluster)

describe('after a kill', { timeout: 120_000 }, () => {
  it('takes over the database that a killed server left running', async () => {
    const dataDir = await newDataFolder()
    const one = start({ dataDir })
    const { url, ownerUrl } = await one.ready
    await query(ownerUrl, 'create table t as select 1 as n')
    const pid = postmasterPid(dataDir)
    await end(one, 'SIGKILL')
    expect(isAlive(pid)).toBe(true)
    const next = start({ dataDir })
    expect((await next.ready).url).toBe(url)
    expect(postmasterPid(dataDir)).toBe(pid)
    expect(await query(ownerUrl, 'select n from t')).toEqual([{ n: 1 }])
    await end(next, 'SIGTERM')
    expect(isAlive(pid)).toBe(false)
  })

  it('recovers when the server and PostgreSQL were both killed', async () => {
    const dataDir = await newDataFolder()
    const one = start({ dataDir })
    const { ownerUrl } = await one.ready
    await query(ownerUrl, 'create table t as select 1 as n')
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await end(one, 'SIGKILL')
    const next = start({ dataDir })
    expect(await next.ready).toHaveProperty('url')
    expect(await query((await next.ready).ownerUrl, 'select n from t')).toEqual([{ n: 1 }])
  })

  it('stops a PostgreSQL that no longer answers and starts a new one', async () => {
    const dataDir = await newDataFolder()
    const one = start({ dataDir })
    const { url } = await one.ready
    const pid = postmasterPid(dataDir)
    await end(one, 'SIGKILL')
    process.kill(pid, 'SIGSTOP')
    const next = start({ dataDir, patience: 1_000 })
    expect((await next.ready).url).toBe(url)
    expect(postmasterPid(dataDir)).not.toBe(pid)
    expect(isAlive(pid)).toBe(false)
  })

  it('starts PostgreSQL again when it is killed under a living server', async () => {
    const dataDir = await newDataFolder()
    const one = start({ dataDir })
    const { url } = await one.ready
    const pid = postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => query(url, 'select 1 as n').catch(() => []), { timeout: 15_000, interval: 200 }).toEqual([{ n: 1 }])
    expect(postmasterPid(dataDir)).not.toBe(pid)
  })

  it('is not fooled by a lock and a postmaster.pid whose process numbers now belong to strangers', async () => {
    const dataDir = await newDataFolder()
    const { ownerUrl, stop } = await startEmbedded({ dataDir, log: () => {} })
    await query(ownerUrl, 'create table t as select 7 as n')
    const pidFile = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
    await stop()
    const stranger = spawn('sleep', ['60'])
    try {
      writeFileSync(join(dataDir, 'postgres/lock'), JSON.stringify({ pid: stranger.pid, identity: 'another', host: hostname() }))
      writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), pidFile.replace(/^\d+/, String(stranger.pid)))
      const next = await startEmbedded({ dataDir, log: () => {} })
      expect(await query(next.ownerUrl, 'select n from t')).toEqual([{ n: 7 }])
      await next.stop()
      expect(isAlive(stranger.pid ?? 0)).toBe(true)
    } finally {
      stranger.kill()
    }
  })

  it('does not take over the database of the folder that this one was copied from', async () => {
    const dataDir = await newDataFolder()
    const copy = newFolder()
    const one = start({ dataDir })
    const { url } = await one.ready
    await end(one, 'SIGKILL')
    execFileSync('cp', ['-a', join(dataDir, 'postgres'), copy])
    const answer = await start({ dataDir: copy }).ready
    expect(answer.error).toBeUndefined()
    expect(answer.url).not.toBe(url)
    expect(postmasterPid(copy)).not.toBe(postmasterPid(dataDir))
  })
})
