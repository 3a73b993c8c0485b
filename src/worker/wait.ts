import { setTimeout as pause } from 'node:timers/promises'
import { urlsOf } from '../server/config.ts'
import type { Config } from '../server/config.ts'
import type { DatabaseUrls } from '../server/db/role.ts'
import { openDatabase } from '../server/db/database.ts'
import { findEmbedded } from '../server/db/embedded.ts'
import { migrationStatus } from '../server/db/migrate.ts'

const PAUSE_MS = 500
const SAY_EVERY_MS = 30_000

/** Why there is nothing to work with yet; undefined when there is. */
const obstacle = async (url: string | undefined): Promise<string | undefined> => {
  if (!url) return 'there is no database in the data folder yet'
  const database = openDatabase(url, { max: 1 })
  try {
    const { pending } = await migrationStatus(database)
    return pending.length ? `${pending.length} migrations are not applied yet` : undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await database.close()
  }
}

/** The server starts the database and migrates it; a worker waits for both, however long that takes. */
export const waitForDatabase = async (config: Config, signal: AbortSignal, say: (line: string) => void): Promise<DatabaseUrls> => {
  let saidAt = performance.now()
  for (;;) {
    const urls = urlsOf(config) ?? findEmbedded(config.DATA_DIR)
    const why = await obstacle(urls?.url)
    if (urls && !why) return urls
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      saidAt = performance.now()
      say(`The worker waits: ${why}. Start the server with npm start, or check DATABASE_URL.`)
    }
    await pause(PAUSE_MS, undefined, { signal })
  }
}
