// Brings a backup into an empty database: `npm run -s restore -- data/backup/20261116-050000 --key public-key.pem`, with DATA_DIR or
// DATABASE_URL as for npm start.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { continueTrail } from '../src/server/audit/continue.ts'
import { record } from '../src/server/audit/entry.ts'
import { SYSTEM } from '../src/server/model/actor.ts'
import { restoreDatabase, restoreFiles } from '../src/server/backup/restore.ts'
import { readManifest, signatureProblem } from '../src/server/backup/manifest.ts'
import type { Signature } from '../src/server/backup/manifest.ts'
import { ConfigError, readConfig, urlsOf } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { PublicKey, Signer } from '../src/server/signer.ts'
import { Store } from '../src/server/storage/store.ts'

const say = (line: string) => console.log(line)

type Trust = { key?: string; unverified: boolean }
/** What the trail will say about the backup: whose it was, or that nobody could tell. */
const judge = async (signature: Signature, dataDir: string, { key, unverified }: Trust): Promise<string> => {
  const own = key ? await PublicKey.readFile(key) : (await Signer.existing(dataDir))?.publicKey
  const problem = signatureProblem(signature, own ? [own] : [])
  if (!problem) return `signed with key ${own!.id}`
  const isChanged = signature !== 'none' && !signature.holds
  if (isChanged || key || !unverified)
    throw new ConfigError(
      isChanged || key
        ? `${problem}. Nothing was restored.`
        : `${problem}. Nothing was restored. Give the public key of the installation that made it (--key public-key.pem, kept beside its checkpoints), or restore on trust with --unverified.`,
    )
  say(`NOT VERIFIED  ${problem}; it is restored on your word`)
  return 'not verified'
}

const restore = async (folder: string, trust: Trust): Promise<void> => {
  const { manifest, sha256, signature } = await readManifest(folder)
  const config = readConfig(process.env, ['--empty'])
  say(`backup of ${manifest.at}, version ${manifest.application}, manifest ${sha256.slice(0, 16)}`)
  const proof = await judge(signature, config.DATA_DIR, trust)
  say(proof)
  const own = urlsOf(config)
  const embedded = own ? undefined : await startEmbedded({ dataDir: config.DATA_DIR, log: say })
  try {
    const urls = own ?? embedded!
    await restoreDatabase(urls.ownerUrl, folder, manifest, say, new AbortController().signal)
    await restoreFiles(new Store(config.DATA_DIR), folder, manifest.files, say)
    await migrate(urls)
    const database = openDatabase(urls.url, { max: 2 })
    await database.transaction(async (db) => {
      await continueTrail(db)
      const request = { id: 'restore', ip: '', userAgent: '' }
      const changes = { at: [null, manifest.at], seals: [null, manifest.audit.seals], proof: [null, proof] } satisfies Record<
        string,
        [unknown, unknown]
      >
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

const USAGE = 'Usage: npm run -s restore -- <folder of the backup> [--key <public-key.pem> | --unverified]'
const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { key: { type: 'string' }, unverified: { type: 'boolean', default: false } } })
  } catch {
    throw new ConfigError(USAGE)
  }
}
try {
  const { positionals, values } = readArguments()
  const [given] = positionals
  if (!given || positionals.length > 1) throw new ConfigError(USAGE)
  await restore(resolve(given), values)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
