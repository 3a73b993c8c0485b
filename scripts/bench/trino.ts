import { setTimeout as wait } from 'node:timers/promises'
import { openTrino } from '../../src/qc/trino/database.ts'
import { startCluster } from '../cluster/cluster.ts'
import { compareOn, handOver, judge, stageVisits, timed } from './trino-judge.ts'

/**
 * Twelve checks over so many rows on both engines, then once more while a worker is killed: `npm run -s bench:trino -- 20000000`.
 * With QC_TRINO_URL against a running cluster of `npm run cluster`, whose workers are left alone.
 */
const rows = Number(process.argv[2] ?? 20_000_000)
const started = performance.now()
const { here, table } = await stageVisits(rows)
const own = await judge(here, table)
console.log(`DuckDB: ${own.seconds.toFixed(1)} s (${own.counting.toFixed(1)} s to count)\n${own.counts}\n${own.violations}`)

const given = process.env['QC_TRINO_URL']
const cluster = given === undefined ? await timed('cluster', () => startCluster()) : undefined
const there = openTrino({ url: given ?? cluster?.url ?? '', user: 'qc', session: { retry_policy: 'TASK' } })
let different = 0
try {
  const remote = await timed('handed over', () => handOver(here, there, table))
  const ask = () => judge(there, remote)
  const name = cluster ? `Trino, 1 + ${cluster.workers.length} nodes` : `Trino at ${given}`
  const begun = performance.now()
  if (!(await compareOn(name, cluster, own, ask))) different++
  const took = performance.now() - begun
  const last = cluster?.workers.at(-1)
  if (last) {
    const killed = wait(took / 3).then(() => {
      console.log(`${last.name} is killed`)
      return last.process.kill('SIGKILL')
    })
    if (!(await compareOn('Trino, one worker killed in the middle', cluster, own, ask))) different++
    await killed
  }
} finally {
  await Promise.all([here.close(), there.close()])
  await cluster?.stop()
}
console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes in all`)
process.exitCode = different > 0 ? 1 : 0
