import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { databaseUrl, onServer } from './postgres.ts'

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

/** One server for the whole run, one migrated template; every test file copies it in about 50 ms. */
export default async (project: TestProject) => {
  const { url, ownerUrl, stop } = await startServer()
  const template = `template_${randomUUID().replaceAll('-', '')}`
  try {
    await onServer(ownerUrl, `create database ${template} template template0`)
    await migrate({ url: databaseUrl(url, template), ownerUrl: databaseUrl(ownerUrl, template) })
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres', { url, ownerUrl, template })
  return async () => {
    await onServer(ownerUrl, `drop database if exists ${template} with (force)`)
    await stop()
  }
}
