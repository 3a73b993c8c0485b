// The product in a process of its own on a database of its own, for benches and drills that look at it from outside.
import { fork } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { HeldByServer } from './http-server.ts'

export const PASSWORD = 'bench-password'
const FILL = `INSERT INTO bench_record (name, status, score, code, note, department_id, owner_id, created_at)
  SELECT 'record ' || g, (ARRAY['active', 'waiting', 'closed', 'archived'])[1 + g % 4], g % 1000, 'C-' || g, md5(g::text) || md5((-g)::text),
  (SELECT id FROM department ORDER BY id OFFSET g % 5 LIMIT 1), 1, now() - g * interval '1 minute' FROM generate_series(1, $1::int) g`

export const startProduct = async (rows: number) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'))
  const temporary = join(dataDir, 'tmp')
  await mkdir(temporary)
  const database = await startEmbedded({ dataDir, log: () => {} })
  await migrate(database)
  const child = fork(join(import.meta.dirname, 'http-server.ts'), ['product', database.url, dataDir, database.ownerUrl], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: temporary },
  })
  let isWanted = true
  child.once('exit', (code) => {
    if (isWanted) throw new Error(`the server ended with ${code}`)
  })
  const next = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  const { address, headers } = await next<{ address: string; headers: Record<string, string> }>()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(FILL, [rows])
  await owner.query('VACUUM ANALYZE bench_record')
  await owner.end()
  // The server's own role: PostgreSQL shows nobody else what its connections do.
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return {
    address,
    headers,
    client,
    url: database.url,
    dataDir,
    temporary,
    held: () => {
      const answer = next<HeldByServer>()
      child.send('held')
      return answer
    },
    stop: async () => {
      isWanted = false
      await client.end()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type Product = Awaited<ReturnType<typeof startProduct>>

export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0
