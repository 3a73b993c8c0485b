import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unguarded } from '../src/server/db/guard.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { migrate } from '../src/server/db/migrate.ts'
import type { DatabaseUrls } from '../src/server/db/role.ts'
import { DUTIES } from '../src/server/terminal/duty.ts'
import { design } from './design.ts'
import { onServer, provideDatabase } from './postgres.ts'
import { PASSWORD, startOn, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let client: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  client = new pg.Client({ connectionString: server.backend.config.DATABASE_URL! })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
})

const FORBIDDEN = { code: '42501' }
const AUDIT = ['audit_entry', 'audit_seal']

describe("the application's own role", () => {
  describe.each(AUDIT)('is refused what would shorten or rewrite %s', (table) => {
    test.each([
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${table} DISABLE TRIGGER ${table}_keep`,
      `DROP TRIGGER ${table}_keep ON ${table}`,
      `DROP TABLE ${table} CASCADE`,
      `TRUNCATE ${table}`,
      `DELETE FROM ${table}`,
      `UPDATE ${table} SET at = now()`,
      `ALTER TABLE ${table} DROP COLUMN at`,
      `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
    ])('%s', async (statement) => {
      await expect(client.query(statement)).rejects.toMatchObject(FORBIDDEN)
    })
  })

  test.each([
    `CREATE OR REPLACE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    `CREATE OR REPLACE FUNCTION audit_shift() RETURNS numeric LANGUAGE sql AS 'SELECT 1e9'`,
    'ALTER FUNCTION audit_continue() SECURITY INVOKER',
    `CREATE TRIGGER mine BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()`,
    `INSERT INTO audit_entry (txid, actor_kind, actor_name, action, resource, record_id, changes, request_id, ip, user_agent)
      VALUES ('999999999999', 'system', 's', 'add', 'x', '1', '{}', 'r', '', '')`,
    `UPDATE schema_migration SET hash = 'x'`,
    'DROP TABLE auth_admin CASCADE',
    'ALTER TABLE auth_group ADD COLUMN mine text',
    'TRUNCATE token',
    'DELETE FROM user_money_log',
    'CREATE TABLE mine ()',
    'CREATE TABLE public.mine ()',
    'CREATE SCHEMA mine',
    'CREATE ROLE mine SUPERUSER',
    'CREATE DATABASE mine',
    'SET session_replication_role = replica',
    'SET ROLE pg_write_server_files',
    `COPY job TO PROGRAM 'true'`,
  ])('neither has a way around: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject(FORBIDDEN)
  })

  test('cannot become the owner', async () => {
    const { rows } = await client.query<{ owner: string; app: string }>(
      `SELECT relowner::regrole::text AS owner, current_user AS app FROM pg_class WHERE oid = 'audit_entry'::regclass`,
    )
    expect(rows[0]!.owner).not.toBe(rows[0]!.app)
    await expect(client.query(`SET ROLE ${rows[0]!.owner}`)).rejects.toMatchObject(FORBIDDEN)
  })

  test('owns the designed tables, all of them and nothing else', async () => {
    const { call } = await server.login()
    const title = { kind: 'string', required: true }
    expect(await call('/admin/crud.table/apply', { body: design('owned.table', { title }) })).toMatchObject({ code: 1 })
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE pg_has_role(relowner, 'MEMBER') AND relkind IN ('r', 'v', 'S') ORDER BY 1`,
    )
    // Beside it the tables of the demo's forms.
    const names = rows.map((r) => r.name)
    expect(names.filter((name) => !/^record\.t\d+(_id_seq)?$/.test(name))).toEqual(['record.owned_table', 'record.owned_table_id_seq'])
  })
})

describe('who guards the trail is said', () => {
  test('two roles: nothing to say', async () => {
    expect(await unguarded(server.backend.database)).toBeNull()
  })

  test('one role: what it could do, in both languages', async () => {
    const owner = openDatabase(server.backend.config.DATABASE_OWNER_URL!, { max: 1 })
    expect(await unguarded(owner)).toMatchObject({
      'zh-cn': expect.stringContaining('DATABASE_OWNER_URL') as unknown,
      en: expect.stringContaining('switch off the triggers') as unknown,
    })
    await owner.close()
  })

  test('a right too many is found, and the next start takes it back', async () => {
    const place = await provideDatabase()
    const database = openDatabase(place.url, { max: 1 })
    await onServer(place.ownerUrl, 'GRANT UPDATE, TRUNCATE ON audit_entry TO PUBLIC')
    const [{ role }] = (await database.query<{ role: string }>('SELECT current_user AS role')) as [{ role: string }]
    await onServer(place.ownerUrl, `GRANT DELETE ON audit_seal TO "${role}"`)
    expect(await unguarded(database)).toMatchObject({ en: expect.stringContaining('rights on the audit tables') as unknown })
    await migrate(place)
    expect(await unguarded(database)).toBeNull()
    await database.close()
    await place.drop()
  })
})

test('a backend with one role tells its keeper in the doctor and on the dashboard, and nobody else', async () => {
  const doctorOf = async (backend: TestServer['backend'], urls: DatabaseUrls) => {
    const lines: string[] = []
    await DUTIES['doctor']!.duty({ backend, ...urls }, (line) => void lines.push(line), new AbortController().signal)
    return lines.find((line) => line.includes('roles:'))
  }
  const noticesOf = async (call: TestServer['call'], headers: Record<string, string> = {}) => {
    const { data } = await call<{ widgets: { kind: string; key: string; title: string; text: string }[] }>('/admin/dashboard/index', {
      headers,
    })
    return data.widgets.filter((w) => w.kind === 'notice' && w.key === 'databaseRoles')
  }
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = server.backend.config
  expect(await noticesOf((await server.login()).call)).toEqual([])
  expect(await doctorOf(server.backend, { url: url!, ownerUrl: ownerUrl! })).toMatch(/^ok +roles: the application owns no table/)

  const place = await provideDatabase()
  const one = { url: place.ownerUrl, ownerUrl: place.ownerUrl }
  const single = await startOn(one)
  const headersOf = async (username: string) => {
    const { data } = await single.call<{ userInfo: { token: string } }>('/admin/index/login', { body: { username, password: PASSWORD } })
    return { batoken: data.userInfo.token }
  }
  const admin = await headersOf('admin')
  expect(await noticesOf(single.call, admin)).toMatchObject([{ text: expect.stringContaining('DATABASE_OWNER_URL') as unknown }])
  expect(await noticesOf(single.call, { ...admin, 'think-lang': 'en' })).toMatchObject([
    { title: 'The audit trail is not guarded by the database', text: expect.stringContaining('switch off the triggers') as unknown },
  ])
  expect(await noticesOf(single.call, await headersOf('auditor'))).toEqual([])
  expect(await doctorOf(single.backend, one)).toMatch(/^WARN +roles: .*DATABASE_OWNER_URL/)
  await single.close()
  await place.drop()
})

test('a table of a later migration is there to work with at once, and one that may only grow only to add to', async () => {
  const place = await provideDatabase()
  await onServer(place.ownerUrl, 'CREATE TABLE later (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, name text)')
  await onServer(place.url, `INSERT INTO later (name) VALUES ('a')`)
  await onServer(place.url, `UPDATE later SET name = 'b'`)
  await onServer(
    place.ownerUrl,
    'CREATE TRIGGER later_keep BEFORE UPDATE OR DELETE ON later FOR EACH ROW EXECUTE FUNCTION audit_is_append_only()',
  )
  await migrate(place)
  await onServer(place.url, `INSERT INTO later (name) VALUES ('c')`)
  await expect(onServer(place.url, 'DELETE FROM later')).rejects.toMatchObject({
    message: expect.stringContaining('permission denied') as unknown,
  })
  await place.drop()
})

test('both tables of the trail are those that the check looks at', async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid WHERE p.proname = 'audit_is_append_only' ORDER BY 1`,
  )
  expect(rows.map((r) => r.name)).toEqual(AUDIT)
})
