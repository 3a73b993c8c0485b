import { randomUUID } from 'node:crypto'
import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnavailable } from './failure.ts'
import { type Postmaster, readPidFile } from './postmaster.ts'
import { identityOf, isAlive, workingFolder } from './process.ts'

/** Ask the server for a file we have just written: only the one that works in this very folder can answer. */
const worksIn = async (cluster: string, port: number, password: string) => {
  const probe = join(cluster, 'supervisor.probe')
  const secret = randomUUID()
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  writeFileSync(probe, secret, { mode: 0o644 })
  try {
    await client.connect()
    const { rows } = await client.query<{ found: string | null }>(`select pg_read_file('supervisor.probe', true) as found`)
    return rows[0]?.found === secret
  } catch {
    return false
  } finally {
    rmSync(probe, { force: true })
    await client.end().catch(() => {})
  }
}

export type Orphan = { kind: 'none' } | { kind: 'healthy'; postmaster: Postmaster } | { kind: 'stuck'; pid: number }

const adopted = (pid: number, port: number): Postmaster => {
  const identity = identityOf(pid)
  return { pid, port, isGone: () => !isAlive(pid) || (process.platform === 'linux' && identityOf(pid) !== identity) }
}

/** A PostgreSQL that outlived the server it belonged to (kill -9, a crash, an out-of-memory kill). */
export const findOrphan = async (cluster: string, password: string, log: (message: string) => void, patience = 60_000): Promise<Orphan> => {
  const end = Date.now() + patience
  for (let round = 0; ; round++) {
    const file = readPidFile(cluster)
    if (!file?.pid || !isAlive(file.pid)) return { kind: 'none' }
    const { pid, port } = file
    const place = workingFolder(pid)
    // The file may be a leftover whose pid now belongs to a stranger, or a copy from another folder. A postmaster never leaves its
    // folder, so one that works elsewhere is not ours; PostgreSQL itself would refuse to start beside it.
    if (place !== undefined && place !== realpathSync(cluster)) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return { kind: 'none' }
    }
    if (file.status === 'ready' && (await worksIn(cluster, port, password))) return { kind: 'healthy', postmaster: adopted(pid, port) }
    if (Date.now() > end) {
      if (place !== undefined) return { kind: 'stuck', pid }
      throw new DatabaseUnavailable(
        `Process ${pid} holds the database in ${cluster} and does not answer. Stop it; if it is another program, remove postmaster.pid there.`,
      )
    }
    if (round === 10) log('a database left by an earlier run is starting or stopping, please wait')
    await sleep(100)
  }
}
