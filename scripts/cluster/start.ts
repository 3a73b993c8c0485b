import { startCluster } from './cluster.ts'

const started = performance.now()
const cluster = await startCluster()
console.log(
  `Trino at ${cluster.url}: one coordinator, ${cluster.workers.length} workers, after ${Math.round((performance.now() - started) / 1000)} s. Ctrl+C ends it.`,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cluster.stop().then(() => process.exit(0)))
