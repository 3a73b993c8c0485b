import { openTrino } from '../../src/qc/trino/database.ts'
import { startCluster } from '../cluster/cluster.ts'
import { compareOn, handedOver, judge, stageVisits } from './trino-judge.ts'

/** How much of the same work each node takes with 1, 2 and 4 workers: `npm run -s bench:share -- 1000000`. */
const { here, table } = await stageVisits(Number(process.argv[2] ?? 1_000_000))
const own = await judge(here, table)
console.log(`DuckDB: ${own.seconds.toFixed(1)} s`)
// Pieces small enough for four workers: by default such a file would be one piece.
const session = { retry_policy: 'NONE', 'hive.max_initial_split_size': '2MB', 'hive.max_split_size': '2MB' }
let different = 0
for (const workers of [1, 2, 4]) {
  const cluster = await startCluster(workers)
  const there = openTrino({ url: cluster.url, user: 'qc', session })
  try {
    const isEqual = await handedOver(here, there, table, (remote) =>
      compareOn(`Trino, 1 + ${workers} nodes`, cluster, own, () => judge(there, remote)),
    )
    if (!isEqual) different++
  } finally {
    await there.close()
    await cluster.stop()
  }
}
await here.close()
process.exitCode = different > 0 ? 1 : 0
