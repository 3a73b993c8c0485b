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

test('what earlier versions left hanging is settled once, and the trail is told', async () => {
  const database = await provideEmptyDatabase()
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql') && name < '0127')
  const known = files.map((name) => ({
    name,
    hash: createHash('sha256')
      .update(readFileSync(`migrations/${name}`))
      .digest('hex'),
  }))
  await migrate(database, known)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const insert = async (table: string, row: Record<string, unknown>): Promise<number> => {
    const names = Object.keys(row)
    const text = `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')}) RETURNING id::int AS id`
    return (await client.query<{ id: number }>(text, Object.values(row))).rows[0]!.id
  }
  const department = await insert('department', { code: 'D', name: 'D' })
  const group = await insert('user_group', { name: 'G' })
  const user = await insert('user_user', { username: 'pi', nickname: 'pi', group, password: 'x' })
  const study = (code: string, state: string) => insert('study_project', { code, title: code, title_en: code, department, state })
  const [open, closed] = [await study('OPEN', 'collecting'), await study('CLOSED', 'locked')]
  for (const one of [open, closed]) await insert('study_member', { study: one, user, role: 'pi' })
  const gather = await insert('gather_project', { study: open, code: 'G', name: 'G', name_en: 'G' })
  const delivery = async (number: number, kind: string) => {
    const id = await insert('gather_delivery', { study: open, gather, number, name: `d${number}`, state: 'quarantined' })
    for (const actor_kind of ['system', kind])
      await client.query(
        `INSERT INTO audit_entry (actor_kind, actor_name, action, resource, record_id, label, changes, request_id, ip, user_agent)
          VALUES ($1, 'x', 'move', 'gather.delivery', $2, '', '{"state": ["compared", "quarantined"]}', '', '', '')`,
        [actor_kind, String(id)],
      )
    return id
  }
  const [byPerson, byPolicy] = [await delivery(1, 'admin'), await delivery(2, 'system')]
  const task = (kind: string, input: object) =>
    insert('task', { kind, title: kind, lane: 'heavy', input: JSON.stringify(input), state: 'running' })
  const run = () => insert('qc_run', { title: 'r', title_en: 'r', state: 'running' })
  const [gone, atWork] = [await run(), await run()]
  await task('qc.run', { run: atWork })
  const datafile = async (number: number) => {
    const id = await insert('datafile', { name: 'f', state: 'parsing', number })
    if (number > 0) await insert('datafile_version', { datafile: id, number, name: 'f', size: 1, sha256: 'x' })
    return id
  }
  const [unread, reading, without] = [await datafile(1), await datafile(1), await datafile(0)]
  await task('datafile.read', { datafile: reading, number: 1 })
  const archive = () => insert('study_archive', { study: closed, title: 'a' })
  const [lost, making] = [await archive(), await archive()]
  await task('study.archive', { archive: making })

  await migrate(database)
  const column = async (table: string, name: string) => {
    const { rows } = await client.query<{ id: number; value: unknown }>(`SELECT id::int AS id, ${name} AS value FROM ${table} ORDER BY id`)
    return rows.map(({ id, value }) => [id, value])
  }
  expect(await column('gather_delivery', 'held')).toEqual([
    [byPerson, true],
    [byPolicy, false],
  ])
  expect(await column('study_project', 'pi_member::int')).toEqual([
    [open, user],
    [closed, null],
  ])
  expect(await column('qc_run', 'state')).toEqual([
    [gone, 'failed'],
    [atWork, 'running'],
  ])
  expect(await column('datafile', 'state')).toEqual([
    [unread, 'unread'],
    [reading, 'parsing'],
    [without, 'parsing'],
  ])
  expect(await column('study_archive', 'state')).toEqual([
    [lost, 'failed'],
    [making, 'making'],
  ])
  const { rows } = await client.query(
    `SELECT resource, record_id::int AS record, action, changes FROM audit_entry WHERE reason = 'migration 0127_settled' ORDER BY id`,
  )
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(rows).toEqual([
    { resource: 'gather.delivery', record: byPerson, action: 'edit', changes: { held: [false, true] } },
    { resource: 'study.project', record: open, action: 'edit', changes: { piMember: [null, user] } },
    {
      resource: 'qc.run',
      record: gone,
      action: 'move',
      changes: {
        state: ['running', 'failed'],
        error: [null, expect.objectContaining({ en: expect.any(String) })],
        finishedAt: [null, moment],
      },
    },
    { resource: 'datafile', record: unread, action: 'move', changes: { state: ['parsing', 'unread'] } },
    { resource: 'study.archive', record: lost, action: 'move', changes: { state: ['making', 'failed'] } },
  ])
  await client.end()
  await database.drop()
})
