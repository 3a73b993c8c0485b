// Brings a backup into an empty database: `npm run -s restore -- data/backup/20261116-050000`, with DATA_DIR or DATABASE_URL as for npm start.
import { resolve } from 'node:path'
import { continueTrail } from '../src/server/audit/shift.ts'
import { record } from '../src/server/audit/entry.ts'
import { SYSTEM } from '../src/server/auth/actor.ts'
import { restoreDatabase, restoreFiles } from '../src/server/backup/restore.ts'
import { readManifest } from '../src/server/backup/manifest.ts'
import { ConfigError, readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { Store } from '../src/server/storage/store.ts'

const say = (line: string) => console.log(line)

const restore = async (folder: string): Promise<void> => {
  const { manifest, sha256 } = await readManifest(folder)
  const config = readConfig(process.env, ['--empty'])
  say(`backup of ${manifest.at}, version ${manifest.application}, manifest ${sha256.slice(0, 16)}`)
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded({ dataDir: config.DATA_DIR, log: say })
  try {
    const url = config.DATABASE_URL ?? embedded!.url
    await restoreDatabase(url, folder, manifest, say, new AbortController().signal)
    await restoreFiles(new Store(config.DATA_DIR), folder, manifest.files, say)
    const database = openDatabase(url, { max: 2 })
    await database.transaction(async (db) => {
      await continueTrail(db)
      const request = { id: 'restore', ip: '', userAgent: '' }
      const changes = { at: [null, manifest.at], seals: [null, manifest.audit.seals] } satisfies Record<string, [unknown, unknown]>
      await record(
        { db, actor: SYSTEM, request },
        { action: 'restoreBackup', resource: 'terminal', recordId: sha256, label: manifest.at, changes },
      )
    })
    await database.close()
    say('restored. Put the file secret-key of the old data folder beside it (or set SECRET_KEY), then start: npm start')
  } finally {
    await embedded?.stop()
  }
}

const [given] = process.argv.slice(2)
try {
  if (!given) throw new ConfigError('Usage: npm run -s restore -- <folder of the backup>')
  await restore(resolve(given))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
