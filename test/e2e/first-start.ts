import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { running } from '../../src/areas/qc-run/server/task.ts'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { DatabaseUrls } from '../../src/server/db/role.ts'
import { copyDatabase, databaseUrl, onServer } from '../postgres.ts'
import { startOn } from '../server.ts'
import { workBeside } from '../worker.ts'

/** A PostgreSQL, and in it what a first start makes: the demo hospital. Every server of a run works on a copy; nobody connects to the first. */
const FIRST = 'first'
const filesIn = (home: string) => join(home, 'files')
const urlsIn = (home: string) => join(home, 'urls.json')

const OPEN = `SELECT 1 FROM qc_run WHERE state IN ('waiting', 'running') LIMIT 1`
/** What the people of the demo have asked of quality control is answered. */
const firstStart = async (urls: DatabaseUrls, home: string): Promise<void> => {
  const server = await startOn(urls, { DATA_DIR: filesIn(home) })
  const worker = await workBeside(server.backend, [running])
  while ((await server.backend.database.query(OPEN)).length > 0) await new Promise((done) => setTimeout(done, 100))
  await worker.stop()
  await server.close()
}

/** Makes the first start in this folder; the answer removes it. */
export const makeFirst = async (home: string): Promise<() => Promise<void>> => {
  await mkdir(home, { recursive: true, mode: 0o755 })
  const { url, ownerUrl, stop } = await startEmbedded({ dataDir: home, log: () => {}, isThrowAway: true })
  await onServer(ownerUrl, `create database ${FIRST} template template0`)
  const first = { url: databaseUrl(url, FIRST), ownerUrl: databaseUrl(ownerUrl, FIRST) }
  await migrate(first)
  await firstStart(first, home)
  await writeFile(urlsIn(home), JSON.stringify({ url, ownerUrl }))
  return async () => {
    await stop()
    await rm(home, { recursive: true, force: true })
  }
}

type Copy = DatabaseUrls & { dataDir: string; remove(): Promise<void> }
export const copyFirst = async (home: string): Promise<Copy> => {
  const urls = JSON.parse(await readFile(urlsIn(home), 'utf8')) as DatabaseUrls
  const { url, ownerUrl, drop } = await copyDatabase(urls, FIRST)
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-files-'))
  await cp(filesIn(home), dataDir, { recursive: true })
  const remove = async () => {
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, ownerUrl, dataDir, remove }
}
