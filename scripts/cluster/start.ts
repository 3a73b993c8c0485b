import path from 'node:path'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { startCluster } from './cluster.ts'
import type { Extra } from './node.ts'
import { settings } from './settings.ts'

const started = performance.now()
/** A PostgreSQL of its own for the catalog `postgresql`, unless one is named. */
async function withPostgres(): Promise<{ extra: Extra; stop(): Promise<void> }> {
  if (settings.postgres) return { extra: {}, stop: async () => undefined }
  const postgres = await startEmbedded({ dataDir: path.join(settings.folder, 'postgres'), log: () => {}, isThrowAway: true })
  const { hostname, port, username, password, pathname } = new URL(postgres.ownerUrl)
  console.log(`PostgreSQL of the catalog postgresql: ${postgres.ownerUrl}`)
  return {
    extra: { postgres: { url: `jdbc:postgresql://${hostname}:${port}${pathname}`, user: username, password } },
    stop: () => postgres.stop(),
  }
}

const { extra, stop } = await withPostgres()
const cluster = await startCluster(settings.workers, extra).catch(async (error: unknown) => {
  await stop()
  throw error
})
console.log(
  `Trino at ${cluster.url}: one coordinator, ${cluster.workers.length} workers, after ${Math.round((performance.now() - started) / 1000)} s. Ctrl+C ends it.`,
)
const end = async (): Promise<void> => {
  await cluster.stop()
  await stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
