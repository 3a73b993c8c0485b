import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { running } from '../../src/areas/qc-run/server/task.ts'
import { mounted } from '../../src/areas/registry.server.ts'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import type { DatabaseUrls } from '../../src/server/db/role.ts'
import { ownTasks } from '../../src/worker/own-tasks.ts'
import { copyDatabase, databaseUrl, onServer } from '../postgres.ts'
import { startOn } from '../server.ts'
import { workBeside } from '../worker.ts'

/**
 * A PostgreSQL, and in it what a first start makes: the demo hospital. Every server of a run works on a copy; nobody connects to the first.
 * `done`: what the demo has handed in is read as well, once for all servers that have a worker. How fast that goes must not decide a test.
 */
export type Start = 'first' | 'done'
const filesIn = (home: string, start: Start) => join(home, `files-${start}`)
const urlsIn = (home: string) => join(home, 'urls.json')

/** What a worker of the product does but for its duties: work that nobody here knows would wait for ever, and the first start with it. */
export const workerTasks = [...ownTasks, ...mounted.flatMap(({ half }) => half?.tasks ?? [])]

const OPEN = `SELECT 1 FROM qc_run WHERE state IN ('waiting', 'running') LIMIT 1`
/** What the people of the demo have asked of quality control is answered. */
const firstStart = async (urls: DatabaseUrls, home: string): Promise<void> => {
  const server = await startOn(urls, { DATA_DIR: filesIn(home, 'first') })
  const worker = await workBeside(server.backend, [running])
  while ((await server.backend.database.query(OPEN)).length > 0) await new Promise((done) => setTimeout(done, 100))
  await worker.stop()
  await server.close()
}

// What the demo leaves waiting for ever is there to be seen.
const LEFT = `SELECT 1 FROM task WHERE state IN ('waiting', 'running') AND kind <> 'demo.work' LIMIT 1`
const workOff = async (urls: DatabaseUrls, home: string): Promise<void> => {
  await cp(filesIn(home, 'first'), filesIn(home, 'done'), { recursive: true })
  const server = await startOn(urls, { DATA_DIR: filesIn(home, 'done') })
  const worker = await workBeside(server.backend, workerTasks)
  while ((await server.backend.database.query(LEFT)).length > 0) await new Promise((done) => setTimeout(done, 100))
  await worker.stop()
  await server.close()
}

/** Makes both in this folder; the answer removes them. */
export const makeFirst = async (home: string): Promise<() => Promise<void>> => {
  await mkdir(home, { recursive: true, mode: 0o755 })
  const { url, ownerUrl, stop } = await startEmbedded({ dataDir: home, log: () => {}, isThrowAway: true })
  const urlsOf = (start: Start) => ({ url: databaseUrl(url, start), ownerUrl: databaseUrl(ownerUrl, start) })
  await onServer(ownerUrl, 'create database first template template0')
  await migrate(urlsOf('first'))
  await firstStart(urlsOf('first'), home)
  await onServer(ownerUrl, 'create database done template first')
  await workOff(urlsOf('done'), home)
  await writeFile(urlsIn(home), JSON.stringify({ url, ownerUrl }))
  return async () => {
    await stop()
    await rm(home, { recursive: true, force: true })
  }
}

type Copy = DatabaseUrls & { dataDir: string; remove(): Promise<void> }
export const copyStart = async (home: string, start: Start): Promise<Copy> => {
  const urls = JSON.parse(await readFile(urlsIn(home), 'utf8')) as DatabaseUrls
  const { url, ownerUrl, drop } = await copyDatabase(urls, start)
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-files-'))
  await cp(filesIn(home, start), dataDir, { recursive: true })
  const remove = async () => {
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, ownerUrl, dataDir, remove }
}
