import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { discardCluster, end, endAll, newDataFolder, newFolder, postmasterPid, query, start } from '../../../../test/embedded.ts'
import { PREPARING, startEmbedded } from '../embedded.ts'
import { isAlive } from './process.ts'
import { readState, writeState } from './state.ts'

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

  it('takes it over also where its postmaster.pid is written only while the next server starts one of its own', async () => {
    const dataDir = await newDataFolder()
    const one = start({ dataDir })
    const { url } = await one.ready
    const pid = postmasterPid(dataDir)
    await end(one, 'SIGKILL')
    const file = join(dataDir, 'postgres/cluster/postmaster.pid')
    renameSync(file, `${file}.late`)
    const log = join(dataDir, 'postgres/postgres.log')
    const next = start({ dataDir })
    await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 30_000, interval: 5 }).toContain('pre-existing shared memory')
    renameSync(`${file}.late`, file)
    expect((await next.ready).url).toBe(url)
    expect(postmasterPid(dataDir)).toBe(pid)
  })

  it('waits for what a server that was killed while it prepared the database still does there', async () => {
    const dataDir = await newDataFolder()
    const home = join(dataDir, 'postgres')
    const one = start({ dataDir })
    await one.ready
    await end(one, 'SIGKILL')
    const state = readState(home)
    if (!state) throw new Error('no state')
    writeState(home, { ...state, isPrepared: false })
    const killed = new pg.Client(`postgres://postgres:${state.superPassword}@127.0.0.1:${state.port}/postgres`)
    await killed.connect()
    await killed.query('drop database app')
    await killed.query('select pg_advisory_lock($1)', [PREPARING])
    const next = start({ dataDir })
    const waiting = "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted"
    await expect.poll(async () => (await killed.query(waiting)).rows, { timeout: 30_000, interval: 20 }).toEqual([{ n: 1 }])
    await killed.query('create database app owner "owner"')
    await killed.end()
    expect((await next.ready).error).toBeUndefined()
    expect(await query((await next.ready).url, 'select 1 as n')).toEqual([{ n: 1 }])
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
