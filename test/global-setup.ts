import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { databaseUrl, dropDatabase, onServer } from './postgres.ts'
import type { Founding } from './postgres.ts'
import { startOn } from './server.ts'

const prefix = 'qc-test-'

/** A run that was killed leaves its server behind: stop it and remove its folder. */
const sweep = async () => {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const dataDir = join(tmpdir(), name)
    if (!existsSync(join(dataDir, 'postgres/state.json'))) continue
    const left = await startEmbedded({ dataDir, log: () => {}, isThrowAway: true }).catch(() => undefined)
    if (!left) continue
    await left.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const startServer = async () => {
  const { TEST_DATABASE_URL: given, TEST_DATABASE_OWNER_URL: owner } = process.env
  if (given && owner) return { url: given, ownerUrl: owner, stop: async () => {} }
  await sweep()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dataDir, 0o755)
  const { url, ownerUrl, stop } = await startEmbedded({ dataDir, log: () => {}, isThrowAway: true })
  return {
    url,
    ownerUrl,
    stop: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One server for the whole run, one migrated template and two that had their first start; every test file copies one of them. */
export default async (project: TestProject) => {
  const { url, ownerUrl, stop } = await startServer()
  const run = randomUUID().replaceAll('-', '')
  const made: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'qc-founded-'))
  const copy = async (name: string, template: string) => {
    await onServer(ownerUrl, `create database ${name} template ${template}`)
    made.push(name)
    return { url: databaseUrl(url, name), ownerUrl: databaseUrl(ownerUrl, name) }
  }
  const found = async (founding: Founding) => {
    const place = { template: `${founding}_${run}`, dataDir: join(folder, founding) }
    const server = await startOn(await copy(place.template, template), { DATA_DIR: place.dataDir }, [`--${founding}`])
    await server.close()
    return place
  }
  const end = async () => {
    for (const name of made) await dropDatabase(ownerUrl, name)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const template = `template_${run}`
  try {
    await migrate(await copy(template, 'template0'))
    project.provide('founded', { demo: await found('demo'), empty: await found('empty') })
  } catch (error) {
    await end()
    throw error
  }
  project.provide('postgres', { url, ownerUrl, template })
  return end
}
