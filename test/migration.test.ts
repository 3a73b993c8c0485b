import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
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

test('what was asked for before approvals were general is carried over, with its rights and a word in the trail', async () => {
  const database = await provideEmptyDatabase()
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql') && name < '0014')
  const known = files.map((name) => ({
    name,
    hash: createHash('sha256')
      .update(readFileSync(`migrations/${name}`))
      .digest('hex'),
  }))
  await migrate(database, known)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(`INSERT INTO auth_rule (name, title, title_en, type, path, component) VALUES
    ('security/purgeRequest', '彻底删除申请', '', 'menu', 'security/purgeRequest', 'security.purgeRequest'),
    ('security/purgeRequest/approve', '批准', '', 'button', NULL, NULL), ('job/index', '查看', '', 'button', NULL, NULL)`)
  await client.query(`INSERT INTO security_purge_request (asked, resource, record, title, reason, state) VALUES
    ('purge', 'job', 7, '岗位', '重复', 'requested'), ('loosen', 'security.recycle', 1, '规则', '不再需要', 'rejected')`)
  await migrate(database)
  const { rows } = await client.query(
    'SELECT action, rule, resource, record::int AS record, title, reason, state FROM approval ORDER BY id',
  )
  expect(rows).toEqual([
    { action: 'delete', rule: 'job/delete', resource: 'job', record: 7, title: '岗位', reason: '重复', state: 'requested' },
    {
      action: 'loosen',
      rule: 'security/recycle/loosen',
      resource: 'security.recycle',
      record: 1,
      title: '规则',
      reason: '不再需要',
      state: 'rejected',
    },
  ])
  const rules = await client.query('SELECT name, path, component FROM auth_rule ORDER BY id')
  expect(rules.rows).toEqual([
    { name: 'approval', path: 'approval', component: 'approval' },
    { name: 'approval/approve', path: null, component: null },
    { name: 'job/index', path: null, component: null },
  ])
  const told = await client.query(`SELECT changes->'name' AS name FROM audit_entry WHERE resource = 'auth.rule' ORDER BY id`)
  expect(told.rows.map((r: { name: unknown }) => r.name)).toEqual([
    ['security/purgeRequest', 'approval'],
    ['security/purgeRequest/approve', 'approval/approve'],
  ])
  // The next request does not take a number that is there already.
  const next = await client.query(`INSERT INTO approval (action) VALUES ('delete') RETURNING id::int AS id`)
  expect(next.rows).toEqual([{ id: 3 }])
  await client.end()
  await database.drop()
})

test('designs of before get the order of their fields from their list, as far as it tells', async () => {
  const database = await provideEmptyDatabase()
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql') && name < '0017')
  const known = files.map((name) => ({
    name,
    hash: createHash('sha256')
      .update(readFileSync(`migrations/${name}`))
      .digest('hex'),
  }))
  await migrate(database, known)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const definition = {
    fields: { a: {}, note: {}, title: {}, weight: {} },
    list: { columns: ['id', 'title', 'weight', 'a', 'updatedAt'] },
  }
  const add = 'INSERT INTO crud_table (name, title, status, field_count, definition, locale) VALUES ($1, $1, $2, 4, $3, $4)'
  await client.query(add, ['lab.sample', 'active', definition, {}])
  await client.query(add, ['gone', 'dropped', {}, {}])
  await migrate(database)
  const { rows } = await client.query('SELECT name, field_order AS "order" FROM crud_table ORDER BY id')
  expect(rows).toEqual([
    { name: 'lab.sample', order: ['title', 'weight', 'a', 'note'] },
    { name: 'gone', order: null },
  ])
  await client.end()
  await database.drop()
})
