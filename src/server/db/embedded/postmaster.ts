import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { clusterArgument } from './cluster.ts'
import { explain, lastLines } from './failure.ts'
import { environment, isAlive, isGone } from './process.ts'

export type Postmaster = { pid: number; port: number; isGone: () => boolean }

/** What PostgreSQL says of itself in postmaster.pid; the file may outlive it. */
export const readPidFile = (cluster: string) => {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

const logLimit = 16 * 1_048_576

/** PostgreSQL appends, so the file may be cut under it. */
export const trimLog = (file: string) => {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) truncateSync(file)
}

type Launch = {
  cluster: string
  bin: string
  account: Account
  logFile: string
  port: number
  settings: string[]
  log: (message: string) => void
}

type Begun = { isIts: (pid: number) => boolean; hasEnded: () => boolean; error: () => Error | undefined }

// postgres.exe refuses administrators; pg_ctl gives it a restricted token and leaves, so only the pid file tells of it.
const beginOnWindows = ({ cluster, bin, logFile, settings }: Launch): Begun => {
  const quoted = settings.map((part) => `"${part}"`).join(' ')
  spawnSync(join(bin, 'pg_ctl'), ['start', '-W', '-D', cluster, '-l', logFile, '-o', quoted], { windowsHide: true, stdio: 'ignore' })
  const began = Date.now()
  let seen = 0
  return {
    isIts: isAlive,
    hasEnded: () => {
      seen = readPidFile(cluster)?.pid ?? seen
      return seen === 0 ? Date.now() - began > 5_000 : !isAlive(seen)
    },
    error: () => undefined,
  }
}

// Own session: Ctrl+C must reach this server only, which drains its requests before it stops the database. The log is a
// file: a pipe to a killed parent would break the orphan.
const beginDirectly = ({ cluster, bin, account, logFile, settings }: Launch): Begun => {
  const output = openSync(logFile, 'a', 0o600)
  const child = spawn(join(bin, 'postgres'), ['-D', clusterArgument(cluster), ...settings], {
    ...account,
    ...environment,
    cwd: cluster,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  let error: Error | undefined
  child.once('error', (reason) => (error = reason))
  return {
    isIts: (pid) => pid === child.pid,
    hasEnded: () => error !== undefined || child.exitCode !== null || child.signalCode !== null,
    error: () => error,
  }
}

const begin = process.platform === 'win32' ? beginOnWindows : beginDirectly

const patience = 10 * 60_000

/** Resolves when connections are accepted. Recovery after a crash may take minutes, so it waits as long as the process lives. */
export const launch = async (options: Launch): Promise<Postmaster> => {
  const { cluster, logFile, port, log } = options
  trimLog(logFile)
  const from = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const began = Date.now()
  const begun = begin(options)
  for (let said = began; !begun.hasEnded() && Date.now() - began < patience; await sleep(10)) {
    const file = readPidFile(cluster)
    if (file?.status === 'ready' && begun.isIts(file.pid)) return { pid: file.pid, port, isGone: begun.hasEnded }
    if (Date.now() - said > 3_000) {
      log('the database is recovering from a crash, please wait')
      said = Date.now()
    }
  }
  throw await explain('The database did not start.', begun.error()?.message ?? lastLines(logFile, from), cluster)
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Fast shutdown: sessions end, everything is on disk. Where a disk hangs, harder means, which the next start recovers from. */
export const shutDown = async (pid: number, cluster: string, bin: () => string) => {
  if (process.platform === 'win32') {
    spawnSync(join(bin(), 'pg_ctl'), ['stop', '-m', 'fast', '-w', '-t', '60', '-D', cluster], { windowsHide: true, stdio: 'ignore' })
    return
  }
  signal(pid, 'SIGINT')
  signal(pid, 'SIGCONT')
  if (await isGone(pid, 60_000)) return
  signal(pid, 'SIGQUIT')
  if (await isGone(pid, 10_000)) return
  signal(pid, 'SIGKILL')
  await isGone(pid, 10_000)
}
