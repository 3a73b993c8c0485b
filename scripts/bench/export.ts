// Excel export of a million rows: it streams, so the server's memory must not follow the rows.
//   npm run -s bench:export -- [--rows 1000000]
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const ROWS = Number(values.rows)
const BAR_MB = 150
const COLUMNS = 'id,name,status,score,code,note,departmentId,ownerId,createdAt,updatedAt'

const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
const database = await startEmbedded({ dataDir, log: () => {} })
await migrate(database)
const child = fork(join(import.meta.dirname, 'http-server.ts'), ['product', database.url, dataDir, database.ownerUrl], { stdio: 'inherit' })
const next = <T>() => new Promise<T>((resolve) => child.once('message', (m) => resolve(m as T)))
const memory = () => {
  const answer = next<{ rss: number }>()
  child.send('memory')
  return answer.then((m) => m.rss / 2 ** 20)
}

try {
  const { address, headers } = await next<{ address: string; headers: Record<string, string> }>()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(
    `INSERT INTO bench_record (name, status, score, code, note, department_id, owner_id, created_at)
     SELECT 'record ' || g, 'active', g % 1000, 'C-' || g, CASE WHEN g % 50 = 0 THEN '=cmd|calc' ELSE '随访 ' || g END, (SELECT id FROM department ORDER BY id LIMIT 1), 1, now() - g * interval '1 second' FROM generate_series(1, $1::int) g`,
    [ROWS],
  )
  await client.end()
  const warm = await fetch(
    `${address}/admin/bench.record/exportExcel?search=${encodeURIComponent('[{"field":"id","operator":"<","val":"1000"}]')}`,
    { headers },
  )
  await warm.arrayBuffer()
  const before = await memory()
  let peak = before
  const from = performance.now()
  const response = await fetch(`${address}/admin/bench.record/exportExcel?columns=${COLUMNS}`, { headers })
  if (!response.headers.get('content-type')?.includes('spreadsheet')) throw new Error(await response.text())
  let bytes = 0
  let last = from
  for await (const chunk of response.body!) {
    bytes += chunk.length
    if (performance.now() - last > 200) {
      last = performance.now()
      peak = Math.max(peak, await memory())
    }
  }
  const grown = peak - before
  console.log(
    `${ROWS.toLocaleString('en')} rows × 10 columns: ${((performance.now() - from) / 1000).toFixed(1)} s, file ${(bytes / 2 ** 20).toFixed(0)} MB, server memory ${before.toFixed(0)} → ${peak.toFixed(0)} MB, grew ${grown.toFixed(0)} MB (bar < ${BAR_MB})`,
  )
  process.exitCode = grown < BAR_MB ? 0 : 1
} finally {
  child.kill()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
