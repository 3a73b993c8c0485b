import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import { clusterArgument } from './cluster.ts'
import { explain, lastLines } from './failure.ts'
import { isAlive, isGone } from './process.ts'

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

// postgres.exe refuses administrators; pg_ctl gives it a restricted token.
const launchOnWindows = ({ cluster, bin, logFile, settings }: Launch) => {
  const quoted = settings.map((part) => `"${part}"`).join(' ')
  spawnSync(join(bin, 'pg_ctl'), ['start', '-W', '-D', cluster, '-l', logFile, '-o', quoted], { windowsHide: true, stdio: 'ignore' })
}

// Own session: Ctrl+C must reach this server only, which drains its requests before it stops the database. The log is a
// file: a pipe to a killed parent would break the orphan.
const launchDirectly = ({ cluster, bin, account, logFile, settings }: Launch) => {
  const output = openSync(logFile, 'a', 0o600)
  const child = spawn(join(bin, 'postgres'), ['-D', clusterArgument(cluster), ...settings], {
    ...account,
    cwd: cluster,
    env: {},
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  return child
}

const patience = 10 * 60_000

/** Resolves when connections are accepted. Recovery after a crash may take minutes, so it waits as long as the process lives. */
export const launch = async (options: Launch): Promise<Postmaster> => {
  const { cluster, logFile, port, log } = options
  trimLog(logFile)
  const from = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  let child: ChildProcess | undefined
  let spawnError: Error | undefined
  if (process.platform === 'win32') launchOnWindows(options)
  else {
    child = launchDirectly(options)
    child.once('error', (error) => (spawnError = error))
  }
  const started = Date.now()
  const hasEnded = () =>
    spawnError !== undefined || (child ? child.exitCode !== null || child.signalCode !== null : Date.now() - started > 5_000)
  for (let said = started; Date.now() - started < patience; await sleep(10)) {
    const file = readPidFile(cluster)
    const isOurs = file !== undefined && (child ? file.pid === child.pid : isAlive(file.pid))
    if (isOurs && file.status === 'ready') {
      const { pid } = file
      return { pid, port, isGone: child ? hasEnded : () => !isAlive(pid) }
    }
    if (!isOurs && hasEnded()) break
    if (child && hasEnded()) break
    if (Date.now() - said > 3_000) {
      log('the database is recovering from a crash, please wait')
      said = Date.now()
    }
  }
  throw await explain('The database did not start.', spawnError?.message ?? lastLines(logFile, from), cluster)
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
