import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountFor } from './embedded/account.ts'
import { findOrphan } from './embedded/adopt.ts'
import { findBinaries } from './embedded/binaries.ts'
import { createCluster } from './embedded/cluster.ts'
import { DatabaseUnavailable, explain } from './embedded/failure.ts'
import { type Lock, takeLock } from './embedded/lock.ts'
import { launch, type Postmaster, shutDown, trimLog } from './embedded/postmaster.ts'
import { settingsFor } from './embedded/settings.ts'
import { freePort, newState, readState, type State, writeState } from './embedded/state.ts'
import type { DatabaseUrls } from './role.ts'

export { DatabaseUnavailable } from './embedded/failure.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: (message: string) => void
  /** Tests only: no fsync, so a power cut loses the cluster. */
  isThrowAway?: boolean
  /** Tests only: the unpacked platform package to use instead of the installed one. */
  packageRoot?: string
  /** Tests only: instead of the system's cache. */
  cache?: string
  /** How long to wait for a PostgreSQL of an earlier run that does not answer; it may be recovering. */
  patience?: number
}

export type Embedded = DatabaseUrls & { stop: () => Promise<void> }

const urlOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

const urlsFor = ({ appPassword, ownerPassword }: State, port: number): DatabaseUrls => ({
  url: urlOf('app', appPassword, port, 'app'),
  ownerUrl: urlOf('owner', ownerPassword, port, 'app'),
})

export const PREPARING = 7_301

/**
 * The application is no superuser: an injected statement must not reach files or programs of this machine. Nor does it own the tables of the
 * system: it must not reach the audit trail either. In folders from before there was an owner, `app` owned everything: that role becomes the
 * owner, whatever it owns, and the application gets a new one under the old name.
 */
const prepare = async ({ superPassword, ownerPassword, appPassword }: State, port: number) => {
  const client = new pg.Client({ connectionString: urlOf('postgres', superPassword, port, 'postgres') })
  await client.connect()
  try {
    // A server that was killed while it prepared left its statement running: the session holds this lock until that has ended.
    await client.query('select pg_advisory_lock($1)', [PREPARING])
    const { rows } = await client.query<{ owner: boolean; app: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'owner') as owner, exists (select from pg_roles where rolname = 'app') as app,
        exists (select from pg_database where datname = 'app') as database`,
    )
    const there = rows[0]!
    const roles = [
      there.owner ? [] : there.app ? ['alter role app rename to "owner"'] : ['create role "owner"'],
      there.owner && there.app ? [] : ['create role app'],
      `alter role "owner" login createdb password '${ownerPassword}'`,
      `alter role app login nocreatedb password '${appPassword}'`,
      'grant app to "owner"',
    ].flat()
    // Several statements sent at once are one transaction.
    await client.query(roles.join(';'))
    if (!there.database) await client.query('create database app owner "owner"')
  } finally {
    await client.end()
  }
}

const openCluster = async (home: string, options: EmbeddedOptions) => {
  const { log, isThrowAway = false } = options
  const cluster = join(home, 'cluster')
  const account = accountFor(cluster)
  let binaries: string | undefined
  const bin = () => (binaries ??= findBinaries({ ...options, beside: home, account }))
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

// The port was taken since we looked, or workers of a killed PostgreSQL are still letting go of their memory.
const PASSING = ['could not bind', 'address already in use', 'pre-existing shared memory', 'lock file "postmaster.pid" already exists']

const adoptOrRun = async ({ cluster, state, run, stop }: Opened, { log, patience }: EmbeddedOptions): Promise<Postmaster> => {
  const end = Date.now() + 20_000
  for (let wanted = state.port; ; wanted = 0) {
    // Looked for in every round: a server that was killed right after it started PostgreSQL leaves one that is not to be seen at first.
    const orphan = await findOrphan(cluster, state.superPassword, log, patience)
    if (orphan.kind === 'healthy') {
      log('the database of an earlier run is still up: taking it over')
      return orphan.postmaster
    }
    if (orphan.kind === 'stuck') {
      log('the database of an earlier run does not answer: stopping it')
      await stop(orphan.pid)
    }
    const port = await freePort(wanted)
    try {
      return await run(port)
    } catch (error) {
      if (Date.now() > end || !PASSING.some((words) => String(error).toLowerCase().includes(words))) throw error
      await sleep(200)
    }
  }
}

/** PostgreSQL restarts its own workers; if the postmaster itself is killed, we do. */
const guard = (postmaster: Postmaster, run: Opened['run'], lock: Lock, logFile: string, log: EmbeddedOptions['log']) => {
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
  }, 500).unref()
  const upkeep = setInterval(() => {
    try {
      lock.touch()
      trimLog(logFile)
    } catch (error) {
      log(`the data folder cannot be kept in order: ${String(error)}`)
    }
  }, 5_000).unref()
  return async () => {
    clearInterval(watch)
    clearInterval(upkeep)
    await revival
    return current
  }
}

/** Where the database of that folder answers, for a process that did not start it; undefined as long as there is none. */
export const findEmbedded = (dataDir: string): DatabaseUrls | undefined => {
  const state = readState(resolve(dataDir, 'postgres'))
  if (!state?.isPrepared) return undefined
  return urlsFor(state, state.port)
}

/** PostgreSQL from the npm package in `<dataDir>/postgres`: created on first use, recovered after any kill, one server per folder. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const { log } = options
  const home = resolve(options.dataDir, 'postgres')
  let lock: Lock
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 })
    lock = takeLock(join(home, 'lock'), options.dataDir)
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? error : await explain('The data folder cannot be used.', String(error), home)
  }
  try {
    const opened = await openCluster(home, options)
    const { state } = opened
    const postmaster = await adoptOrRun(opened, options)
    const { port } = postmaster
    if (!state.isPrepared)
      await prepare(state, port).catch((error: unknown) => opened.stop(postmaster.pid).then(() => Promise.reject(error)))
    if (!state.isPrepared || state.port !== port) writeState(home, { ...state, port, isPrepared: true })
    const release = guard(postmaster, opened.run, lock, join(home, 'postgres.log'), log)
    let stopping: Promise<void> | undefined
    const stop = async () => {
      const current = await release()
      if (!current.isGone()) await opened.stop(current.pid)
      lock.release()
    }
    return {
      ...urlsFor(state, port),
      stop: () => (stopping ??= stop()),
    }
  } catch (error) {
    lock.release()
    throw error instanceof DatabaseUnavailable ? error : await explain('The database did not start.', String(error), home)
  }
}
