import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../src/qc/database.ts'
import { runChecks } from '../../src/qc/engine.ts'
import { stageFile } from '../../src/qc/source/stage.ts'
import type { QcDatabase, StagedTable } from '../../src/qc/table.ts'
import { openTrino } from '../../src/qc/trino/database.ts'
import { shareSnapshot } from '../../src/qc/trino/snapshot.ts'
import { startCluster } from '../cluster/cluster.ts'
import { settings } from '../cluster/settings.ts'
import { generateVisits } from './qc-generate.ts'
import { TWELVE } from './qc-parameters.ts'

/**
 * Twelve checks over so many rows on both engines, then once more while a worker is killed: `npm run -s bench:trino -- 20000000`.
 * With QC_TRINO_URL against a running cluster of `npm run cluster`, whose workers are left alone.
 */
const rows = Number(process.argv[2] ?? 20_000_000)
const NOW = '2026-06-13T08:00:00'

type Said = { counts: string; violations: string; seconds: number }

/** Violations in no order: the sum of their digests is the same for the same set. */
async function judge(database: QcDatabase, table: StagedTable): Promise<Said> {
  const started = performance.now()
  const run = await runChecks({
    database,
    tables: [table],
    now: NOW,
    parameters: TWELVE.map((parameter) => ({ ...parameter, table: table.name })),
  })
  const counts = run.results.map(
    ({ parameter, violated, denominator, status, message }) => `${parameter} ${violated}/${denominator} ${status} ${message?.en ?? ''}`,
  )
  let sum = 0n
  let found = 0
  for await (const chunk of run.violations.stream()) {
    for (const violation of chunk) sum += createHash('md5').update(JSON.stringify(violation)).digest().readBigUInt64BE()
    found += chunk.length
  }
  await run.violations.dispose()
  return { counts: counts.join('\n'), violations: `${found} ${BigInt.asUintN(64, sum)}`, seconds: (performance.now() - started) / 1000 }
}

const folder = path.join(settings.folder, 'bench')
await mkdir(folder, { recursive: true })
const csv = path.join(folder, 'visits.csv')
await generateVisits(csv, rows)
const here = await openDatabase({ memory: '3GB', spillDirectory: folder })
const table = await stageFile(here, csv, { name: 'visits' })
await rm(csv)
console.log(`${table.rows.toLocaleString('en')} rows`)
const own = await judge(here, table)
console.log(`DuckDB: ${own.seconds.toFixed(1)} s\n${own.counts}\n${own.violations}`)

const given = process.env['QC_TRINO_URL']
const cluster = given === undefined ? await startCluster() : undefined
const there = openTrino({ url: given ?? cluster?.url ?? '', user: 'qc', session: { retry_policy: 'TASK' } })
let different = 0
try {
  const target = path.join(settings.folder, 'data', 'hive', 'visits')
  await rm(target, { recursive: true, force: true })
  const { table: remote } = await shareSnapshot(here, there, table, {
    folder: target,
    location: 'local:///visits',
    catalog: 'hive',
    schema: 'qc',
    table: 'visits',
  })
  const compare = async (name: string): Promise<void> => {
    const said = await judge(there, remote)
    const equal = said.counts === own.counts && said.violations === own.violations
    console.log(
      `${name}: ${said.seconds.toFixed(1)} s, ${equal ? 'counts and violations equal' : `different\n${said.counts}\n${said.violations}`}`,
    )
    if (!equal) different++
    const tasks = `SELECT node_id, round(sum(split_cpu_time_ms) / 1000.0, 1) AS seconds FROM system.runtime.tasks GROUP BY node_id ORDER BY node_id`
    for (const { node_id: node, seconds } of await there.all(tasks))
      console.log(`  ${String(node)}: ${String(seconds)} s of CPU in tasks that are still remembered`)
  }
  await compare(cluster ? `Trino, 1 + ${cluster.workers.length} nodes` : `Trino at ${given}`)
  const last = cluster?.workers.at(-1)
  if (last) {
    const killed = wait(Math.max(2000, own.seconds * 500)).then(() => last.process.kill('SIGKILL'))
    await compare('Trino, one worker killed in the middle')
    await killed
  }
} finally {
  await Promise.all([here.close(), there.close()])
  await cluster?.stop()
}
process.exitCode = different > 0 ? 1 : 0
