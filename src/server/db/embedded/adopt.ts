import { randomUUID } from 'node:crypto'
import { readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isAlive } from './process.ts'
import { type Postmaster, readPidFile } from './postmaster.ts'

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

// postmaster.pid may be a leftover whose pid now belongs to a stranger, or a copy from another folder. A postmaster never
// leaves its folder, so one with another working folder is not ours; PostgreSQL itself would refuse to start beside it.
const isStranger = (cluster: string, pid: number) => {
  if (process.platform !== 'linux') return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)
  } catch {
    return false
  }
}

export type Orphan = { kind: 'none' } | { kind: 'healthy'; postmaster: Postmaster } | { kind: 'stuck'; pid: number }

/** A PostgreSQL that outlived the server it belonged to (kill -9, a crash, an out-of-memory kill). */
export const findOrphan = async (cluster: string, password: string, log: (message: string) => void, patience = 60_000): Promise<Orphan> => {
  const end = Date.now() + patience
  for (let round = 0; ; round++) {
    const file = readPidFile(cluster)
    if (!file?.pid || !isAlive(file.pid)) return { kind: 'none' }
    if (isStranger(cluster, file.pid)) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return { kind: 'none' }
    }
    const { pid, port } = file
    if (file.status === 'ready' && (await worksIn(cluster, port, password)))
      return { kind: 'healthy', postmaster: { pid, port, isGone: () => !isAlive(pid) } }
    if (Date.now() > end) return { kind: 'stuck', pid }
    if (round === 10) log('a database left by an earlier run is starting or stopping, please wait')
    await sleep(100)
  }
}
