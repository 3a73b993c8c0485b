import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase, type QcWorkspace } from '../../src/qc/database.ts'
import { runChecks } from '../../src/qc/engine.ts'
import { stageFile } from '../../src/qc/source/stage.ts'
import type { QcDatabase, StagedTable } from '../../src/qc/table.ts'
import { folderShare } from '../../src/qc/trino/share.ts'
import { withHanded } from '../../src/qc/trino/snapshot.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { cpuSeconds } from '../cluster/cpu.ts'
import { settings } from '../cluster/settings.ts'
import { peakMB } from './process.ts'
import { generateVisits } from './qc-generate.ts'
import { TWELVE } from './qc-parameters.ts'

const NOW = '2026-06-13T08:00:00'

export type Said = { counts: string; violations: string; seconds: number; counting: number }

/** Prints how long a part of the work took, and what this process held then. */
export async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const done = await work()
  const held = Math.round(process.memoryUsage.rss() / 1e6)
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s, this process holds ${held} MB`)
  return done
}

/** Twelve checks. Violations in no order: the sum of their digests is the same for the same set. */
export async function judge(database: QcDatabase, table: StagedTable): Promise<Said> {
  const started = performance.now()
  const run = await runChecks({
    database,
    tables: [table],
    now: NOW,
    parameters: TWELVE.map((parameter) => ({ ...parameter, table: table.name })),
  })
  const counting = (performance.now() - started) / 1000
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
  const seconds = (performance.now() - started) / 1000
  return { counts: counts.join('\n'), violations: `${found} ${BigInt.asUintN(64, sum)}`, seconds, counting }
}

/** The generated visits, staged here. */
export async function stageVisits(rows: number): Promise<{ here: QcWorkspace; table: StagedTable }> {
  const folder = path.join(settings.folder, 'bench')
  await mkdir(folder, { recursive: true })
  const csv = path.join(folder, 'visits.csv')
  await timed('generated', () => generateVisits(csv, rows))
  const here = await openDatabase({ memory: '3GB', spillDirectory: folder })
  const table = await timed('staged', () => stageFile(here, csv, { name: 'visits' }))
  await rm(csv)
  console.log(`${table.rows.toLocaleString('en')} rows`)
  return { here, table }
}

/** The same rows where the nodes of the test cluster read them, for as long as the work takes. */
export async function handedOver<T>(
  here: QcWorkspace,
  there: QcDatabase,
  table: StagedTable,
  work: (remote: StagedTable) => Promise<T>,
): Promise<T> {
  const share = folderShare(path.join(settings.folder, 'data', 'hive'), 'local:///')
  const place = { here, there, share, aside: here.directory, catalog: 'hive', schema: 'qc' }
  // Left by a run that was killed.
  await share.remove('visits')
  return withHanded(
    place,
    [table],
    () => 'visits',
    ([remote = table]) => work(remote),
  )
}

/** Prints how the answer compares with DuckDB's, and how many seconds of CPU each node took; whether they are equal comes back. */
export async function compareOn(name: string, cluster: Cluster | undefined, own: Said, ask: () => Promise<Said>): Promise<boolean> {
  const nodes = cluster ? [cluster.coordinator, ...cluster.workers] : []
  const before = nodes.map(cpuSeconds)
  const said = await ask()
  const equal = said.counts === own.counts && said.violations === own.violations
  const verdict = equal ? 'counts and violations equal' : `different\n${said.counts}\n${said.violations}`
  console.log(`${name}: ${said.seconds.toFixed(1)} s (${said.counting.toFixed(1)} s to count), ${verdict}`)
  const spent = nodes.map((node, at) => cpuSeconds(node) - (before[at] ?? 0))
  const total = spent.reduce((sum, seconds) => sum + Math.max(0, seconds), 0)
  nodes.forEach((node, at) => {
    const seconds = spent[at] ?? 0
    const share = `${seconds.toFixed(1)} s of CPU, ${((seconds / total) * 100).toFixed(0)} %`
    console.log(`  ${node.name}: ${seconds < 0 ? 'gone' : `${share}, ${peakMB(node.process.pid ?? 0).toFixed(0)} MB held at most`}`)
  })
  return equal
}
