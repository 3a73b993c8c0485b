import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { discardCluster, end, endAll, newDataFolder, newFolder, postmasterPid, query, start } from '../../../test/embedded.ts'
import { isAlive } from './embedded/process.ts'
import { startEmbedded } from './embedded.ts'

afterEach(endAll)
afterAll(discardCluster)

const log = () => {}

describe('the embedded PostgreSQL', { timeout: 120_000 }, () => {
  it('is created on first use, sorts Chinese by pinyin, syncs to disk, checks its pages and gives the application no superuser', async () => {
    const dataDir = newFolder()
    const { url, stop } = await startEmbedded({ dataDir, log })
    try {
      expect(await query(url, `select x from (values ('上海'), ('北京'), ('安徽')) v(x) order by x`)).toEqual([
        { x: '安徽' },
        { x: '北京' },
        { x: '上海' },
      ])
      const [settings] = await query(
        url,
        `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums, current_setting('listen_addresses') as address,
          (select rolsuper from pg_roles where rolname = current_user) as super`,
      )
      expect(settings).toEqual({ fsync: 'on', checksums: 'on', address: '127.0.0.1', super: false })
      expect(statSync(join(dataDir, 'postgres/state.json')).mode & 0o777).toBe(0o600)
      await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
    } finally {
      await stop()
    }
  })

  it('keeps rows, port and password over restarts', async () => {
    const dataDir = await newDataFolder()
    const first = await startEmbedded({ dataDir, log })
    await query(first.ownerUrl, 'create table t as select 42 as n')
    await first.stop()
    for (let round = 0; round < 3; round++) {
      const next = await startEmbedded({ dataDir, log })
      expect(next.url).toBe(first.url)
      expect(await query(next.ownerUrl, 'select n from t')).toEqual([{ n: 42 }])
      await next.stop()
    }
  })

  it('stops cleanly on SIGTERM: no process, no lock, no recovery at the next start', async () => {
    const dataDir = await newDataFolder()
    const one = start({ dataDir })
    await one.ready
    const pid = postmasterPid(dataDir)
    await end(one, 'SIGTERM')
    expect(one.messages.at(-1)).toEqual({ stopped: true })
    expect(one.process.exitCode).toBe(0)
    expect(isAlive(pid)).toBe(false)
    expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['cluster', 'postgres.log', 'state.json'])
    expect(readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8')).toContain('database system is shut down')
  })

  it('keeps values and statements of failed rows out of its log', async () => {
    const dataDir = await newDataFolder()
    const { ownerUrl: url, stop } = await startEmbedded({ dataDir, log })
    await query(url, 'create table t (name text primary key)')
    await query(url, `insert into t values ('张三的病历')`)
    await expect(query(url, `insert into t values ('张三的病历')`)).rejects.toThrow(/duplicate key/)
    await stop()
    const words = readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8')
    expect(words).toContain('duplicate key')
    expect(words).not.toContain('张三')
  })

  it('does an interrupted creation again', async () => {
    for (const delay of [100, 400, 900]) {
      const dataDir = newFolder()
      const one = start({ dataDir })
      await expect.poll(() => one.messages.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)
      await new Promise((resolve) => setTimeout(resolve, delay))
      await end(one, 'SIGKILL')
      const next = start({ dataDir })
      expect(await next.ready, `killed after ${delay} ms`).toHaveProperty('url')
      expect(await query((await next.ready).url, 'select 1 as n')).toEqual([{ n: 1 }])
      await end(next, 'SIGTERM')
    }
  })

  it('says how to mend a damaged or foreign data folder instead of starting over it', async () => {
    const dataDir = await newDataFolder()
    writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '17\n')
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/another major version[\s\S]*DATABASE_URL/)
    writeFileSync(join(dataDir, 'postgres/state.json'), '{"superPass')
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/state\.json is damaged[\s\S]*backup/)
  })
})
