import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { menuGroups } from '../src/areas/menu.ts'
import { areas, pages } from '../src/areas/registry.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { provideDatabase, provideEmptyDatabase } from './postgres.ts'

test('the definitions and the migrations agree', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/migration.ts', '--check'], {
    cwd: resolve(import.meta.dirname, '..'),
    encoding: 'utf8',
  })
  expect(stdout + stderr).toContain('The tables and the migrations agree.')
  expect(status).toBe(0)
})

test('every menu group that an area names exists', () => {
  for (const { menu } of [...areas, ...pages]) if (menu) expect(Object.keys(menuGroups)).toContain(menu.group)
})

test('two processes that start at once migrate once', async () => {
  const database = await provideEmptyDatabase()
  const applied = await Promise.all([migrate(database), migrate(database)])
  expect(Math.min(...applied.map((a) => a.length))).toBe(0)
  expect(applied.flat()).toEqual(readdirSync('migrations').filter((name) => name.endsWith('.sql')))
  await database.drop()
})

test('a changed migration and a newer database are refused in words', async () => {
  const database = await provideDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(`UPDATE schema_migration SET hash = 'x' WHERE name = '0000_tables.sql'`)
  await expect(migrate(database)).rejects.toThrow('0000_tables.sql was changed after it had been applied')
  await client.query(`INSERT INTO schema_migration VALUES ('9999_future.sql', 'x')`)
  await expect(migrate(database)).rejects.toThrow('migrated by a newer version')
  await client.end()
  await database.drop()
})
