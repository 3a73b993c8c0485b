import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountFor } from './embedded/account.ts'
import { findOrphan } from './embedded/adopt.ts'
import { findBinaries } from './embedded/binaries.ts'
import { createCluster } from './embedded/cluster.ts'
import { DatabaseUnavailable, explain } from './embedded/failure.ts'
import { takeLock } from './embedded/lock.ts'
import { launch, type Postmaster, shutDown, trimLog } from './embedded/postmaster.ts'
import { settingsFor } from './embedded/settings.ts'
import { freePort, newState, readState, type State, writeState } from './embedded/state.ts'

export { DatabaseUnavailable } from './embedded/failure.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: (message: string) => void
  /** Tests only: no fsync, so a power cut loses the cluster. */
  isThrowAway?: boolean
  /** Tests only: the unpacked platform package to use instead of the installed one. */
  packageRoot?: string
}

export type Embedded = { url: string; stop: () => Promise<void> }

const urlOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

// The application is no superuser: an injected statement must not reach files or programs of this machine.
const prepare = async ({ superPassword, appPassword }: State, port: number) => {
  const client = new pg.Client({ connectionString: urlOf('postgres', superPassword, port, 'postgres') })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'app') as role, exists (select from pg_database where datname = 'app') as database`,
    )
    if (!rows[0]?.role) await client.query(`create role app login createdb password '${appPassword}'`)
    if (!rows[0]?.database) await client.query('create database app owner app')
  } finally {
    await client.end()
  }
}

const openCluster = async (home: string, options: EmbeddedOptions) => {
  const { log, isThrowAway = false } = options
  const cluster = join(home, 'cluster')
  const account = accountFor(cluster)
  let binaries: string | undefined
  const bin = () => (binaries ??= findBinaries(home, account, log, options.packageRoot))
  const exists = existsSync(cluster)
  const state = exists ? readState(home) : newState()
  if (!state) {
    throw new DatabaseUnavailable(
      `${join(home, 'state.json')} is missing: it holds the database's password. Restore it from a backup of the data folder.`,
    )
  }
  if (!exists) {
    log('creating the database')
    writeState(home, state)
    await createCluster(cluster, bin(), state.superPassword, account)
  }
  const run = (port: number) =>
    launch({ cluster, bin: bin(), account, logFile: join(home, 'postgres.log'), port, settings: settingsFor(port, isThrowAway), log })
  return { cluster, state, run, stop: (pid: number) => shutDown(pid, cluster, bin) }
}

type Opened = Awaited<ReturnType<typeof openCluster>>

const adoptOrRun = async ({ cluster, state, run, stop }: Opened, log: EmbeddedOptions['log']): Promise<Postmaster> => {
  const orphan = await findOrphan(cluster, state.superPassword, log)
  if (orphan.kind === 'healthy') {
    log('the database of an earlier run is still up: taking it over')
    return orphan.postmaster
  }
  if (orphan.kind === 'stuck') {
    log('the database of an earlier run does not answer: stopping it')
    await stop(orphan.pid)
  }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? state.port : 0)
    try {
      return await run(port)
    } catch (error) {
      // Between our look at the port and PostgreSQL's, another program may have taken it.
      if (attempt === 3 || !/could not bind|address already in use/i.test(String(error))) throw error
    }
  }
}

/** PostgreSQL restarts its own workers; if the postmaster itself is killed, we do. */
const guard = (postmaster: Postmaster, run: Opened['run'], logFile: string, log: EmbeddedOptions['log']) => {
  let current = postmaster
  let revival: Promise<void> | undefined
  const revive = async () => {
    log('the database ended unexpectedly: starting it again')
    try {
      current = await run(current.port)
    } catch (error) {
      log((error as Error).message)
      await sleep(5_000, undefined, { ref: false })
    }
    revival = undefined
  }
  const watch = setInterval(() => {
    if (current.isGone()) revival ??= revive()
    else trimLog(logFile)
  }, 500).unref()
  return async () => {
    clearInterval(watch)
    await revival
    return current
  }
}

/** PostgreSQL from the npm package in `<dataDir>/postgres`: created on first use, recovered after any kill, one server per folder. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const { log } = options
  const home = resolve(options.dataDir, 'postgres')
  let lock: ReturnType<typeof takeLock>
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 })
    lock = takeLock(join(home, 'lock'), options.dataDir)
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? error : await explain('The data folder cannot be used.', String(error), home)
  }
  try {
    const opened = await openCluster(home, options)
    const { state } = opened
    const postmaster = await adoptOrRun(opened, log)
    const { port } = postmaster
    if (!state.isPrepared)
      await prepare(state, port).catch((error: unknown) => opened.stop(postmaster.pid).then(() => Promise.reject(error)))
    if (!state.isPrepared || state.port !== port) writeState(home, { ...state, port, isPrepared: true })
    const release = guard(postmaster, opened.run, join(home, 'postgres.log'), log)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      const { pid } = await release()
      await opened.stop(pid)
      lock.release()
    }
    return { url: urlOf('app', state.appPassword, port, 'app'), stop: () => (stopping ??= stop()) }
  } catch (error) {
    lock.release()
    throw error instanceof DatabaseUnavailable ? error : await explain('The database did not start.', String(error), home)
  }
}
