import { setTimeout as wait } from 'node:timers/promises'
import { findCheck } from '../../src/qc/checks/registry.ts'
import { openTrino } from '../../src/qc/trino/database.ts'
import { workText } from '../../src/qc/trino/work.ts'
import { startCluster } from '../cluster/cluster.ts'
import { gatheredByStatement, listedFor, overheard } from '../cluster/gather.ts'
import { TWELVE } from './qc-parameters.ts'
import { compareOn, handedOver, judge, stageVisits, timed } from './trino-judge.ts'

/**
 * Twelve checks over so many rows on both engines, then once more while a worker is killed: `npm run -s bench:trino -- 20000000`. The plans
 * of the very statements that were asked are read for what they gather on one node.
 * With QC_TRINO_URL against a running cluster of `npm run cluster`, whose workers are left alone.
 */
const rows = Number(process.argv[2] ?? 20_000_000)
const started = performance.now()
const { here, table } = await stageVisits(rows)
const own = await judge(here, table)
console.log(`DuckDB: ${own.seconds.toFixed(1)} s (${own.counting.toFixed(1)} s to count)\n${own.counts}\n${own.violations}`)

const given = process.env['QC_TRINO_URL']
const cluster = given === undefined ? await timed('cluster', () => startCluster()) : undefined
const onStall = (): void => console.log('~ a statement stood still and was asked once more')
const there = openTrino({ url: given ?? cluster?.url ?? '', user: 'qc', session: { retry_policy: 'TASK' }, onStall })
let different = 0

/** The plans of what was asked of the whole table, and not of a small one like it. */
async function comparePlans(asked: readonly string[]): Promise<void> {
  const allowed = await listedFor(TWELVE.map(({ check }) => findCheck(check)?.slug ?? check))
  let gathering = 0
  for (const sql of asked) {
    const found = await gatheredByStatement(there, sql)
    if (found.size > 0) gathering++
    const unlisted = [...found].filter((kind) => !allowed.has(kind))
    if (unlisted.length === 0) continue
    different++
    console.log(`≠ gathers ${unlisted.join(', ')} on one node: ${sql.slice(0, 200)}`)
  }
  console.log(`plans: ${asked.length} statements, ${gathering} gather on one node, of those listed: ${[...allowed].join(', ') || 'none'}`)
}

try {
  const begun = performance.now()
  await handedOver(here, there, table, async (remote) => {
    console.log(`handed over: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    const asked: string[] = []
    const heard = overheard(there, (sql) => void asked.push(sql))
    const name = cluster ? `Trino, 1 + ${cluster.workers.length} nodes` : `Trino at ${given}`
    const first = performance.now()
    if (!(await compareOn(name, cluster, own, () => judge(heard, remote)))) different++
    console.log(workText(there.work()).en)
    const took = performance.now() - first
    await comparePlans(asked)
    const last = cluster?.workers.at(-1)
    if (!last) return
    const over = new AbortController()
    const killed = wait(took / 3, undefined, { signal: over.signal }).then(
      () => {
        console.log(`${last.name} is killed`)
        return last.process.kill('SIGKILL')
      },
      () => false,
    )
    const equal = await compareOn('Trino, one worker killed in the middle', cluster, own, async () => {
      const said = await judge(there, remote)
      over.abort()
      return said
    })
    const isKilled = await killed
    if (!isKilled) console.log('≠ the worker was to be killed only after judging had ended: nothing was shown')
    if (!equal || !isKilled) different++
  })
} finally {
  await Promise.all([here.close(), there.close()])
  await cluster?.stop()
}
console.log(`${((performance.now() - started) / 60_000).toFixed(1)} minutes in all`)
process.exitCode = different > 0 ? 1 : 0
