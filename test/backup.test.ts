import { execFile } from 'node:child_process'
import { appendFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { continueTrail } from '../src/server/audit/continue.ts'
import { startSealer } from '../src/server/audit/sealer.ts'
import { verifyTrail } from '../src/server/audit/verify.ts'
import { createBackup } from '../src/server/backup/create.ts'
import { sha256Of } from '../src/server/backup/hash.ts'
import { listBackups } from '../src/server/backup/folder.ts'
import { readManifest, tableFile, writeManifest } from '../src/server/backup/manifest.ts'
import { restoreDatabase, restoreFiles } from '../src/server/backup/restore.ts'
import { quotedTable } from '../src/server/backup/tables.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { Signer } from '../src/server/signer.ts'
import { Store } from '../src/server/storage/store.ts'
import { onServer, provideDatabase, provideEmptyDatabase } from './postgres.ts'
import { startOn, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
let fileUrl = ''
const never = new AbortController().signal
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const upload = async (): Promise<string> => {
  const form = new FormData()
  form.append('file', new Blob([PICTURE], { type: 'image/png' }), 'picture.png')
  const answer = await fetch(`${server.address}/admin/ajax/upload`, {
    method: 'POST',
    headers: { server: '1', batoken: admin.token },
    body: form,
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { file: { full_url: string } } }
  expect([code, msg]).toEqual([1, expect.any(String)])
  return data.file.full_url
}
const design = {
  definition: {
    name: 'follow.visit',
    label: 'name',
    fields: {
      name: { kind: 'string', required: true },
      department: { kind: 'ref', to: 'department', label: 'name' },
      note: { kind: 'textarea' },
    },
    traits: ['timestamps', 'recyclable'],
    actions: {},
    menu: { group: 'routine', icon: 'file', order: 50 },
    list: { columns: ['id', 'name', 'note'], sort: '-id' },
  },
  locale: Object.fromEntries(
    ['zh-cn', 'en'].map((l) => [l, { title: '随访', remark: '', fields: { name: '名称', department: '科室', note: '备注' } }]),
  ),
}

beforeAll(async () => {
  server = await startTestServer({ BACKUP_KEEP: '2' })
  admin = await server.login()
  fileUrl = await upload()
  expect(await admin.call('/admin/crud.table/apply', { body: design })).toMatchObject({ code: 1 })
  for (const note of ['一\n二\t三', String.raw`back\slash \N and "quotes"`, ''])
    expect(await admin.call('/admin/follow.visit/add', { body: { name: `v${note.length}`, department: 1, note } })).toMatchObject({
      code: 1,
    })
  await server.backend.sealer.flush()
})
afterAll(() => server.close())

const run = async (command: string): Promise<string[]> => {
  const query = new URLSearchParams({ command, uuid: crypto.randomUUID(), batoken: admin.token, server: '1' })
  const text = await (await fetch(`${server.address}/admin/Terminal/index?${query}`)).text()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => (JSON.parse(json!) as { data: string }).data)
}
const dataDir = () => server.backend.config.DATA_DIR
const newest = async () => join(dataDir(), 'backup', (await listBackups(dataDir()))[0]!)

/** Every row of every table that a backup keeps, as text. */
const contentOf = async (url: string, tables: readonly string[]): Promise<Record<string, unknown>> => {
  const database = openDatabase(url, { max: 1 })
  const content: Record<string, unknown> = {}
  for (const name of tables)
    content[name] = (await database.query<{ row: string }>(`SELECT t::text AS row FROM ${quotedTable(name)} t ORDER BY 1`)).map(
      (r) => r.row,
    )
  await database.close()
  return content
}

describe('over HTTP', () => {
  test('C-08 backup-create says its progress and keeps a folder whose manifest names rows, hashes and the head of the trail', async () => {
    const lines = await run('backup-create')
    expect(lines.slice(-2)).toEqual(['command-exec-success', 'command-exec-completed'])
    expect(lines).toEqual(
      expect.arrayContaining([expect.stringMatching(/^table {2}department: \d+ rows/), expect.stringMatching(/^kept {3}backup\//)]),
    )
    const { manifest } = await readManifest(await newest())
    expect(manifest.tables.map((t) => t.name)).toEqual(expect.arrayContaining(['audit_entry', 'auth_admin', 'record.follow_visit']))
    expect(manifest.tables.map((t) => t.name)).not.toContain('token')
    expect(manifest.files.map((f) => f.sha256)).toEqual(await server.backend.store.list())
    expect(manifest.audit.seals).toBeGreaterThan(0)
  })
  test('backup-verify reads all of it again, restores it aside, compares and leaves nothing behind', async () => {
    await run('backup-create')
    const lines = await run('backup-verify')
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringContaining('trial restore: all counts agree'),
        'the backup is signed, complete and can be restored',
      ]),
    )
    expect(lines.at(-2)).toBe('command-exec-success')
    expect(await server.backend.database.query(`SELECT 1 FROM pg_database WHERE starts_with(datname, 'backup_check_')`)).toEqual([])
  })
  test('only the newest stay, and the list shows them', async () => {
    for (const name of ['20200101-000000-000', '20200102-000000-000']) await mkdir(join(dataDir(), 'backup', name), { recursive: true })
    await mkdir(join(dataDir(), 'backup', '20200103-000000-000.partial'), { recursive: true })
    const lines = await run('backup-create')
    expect(lines.filter((l) => l.startsWith('gone')).join()).toContain('backup/20200101-000000-000')
    expect(await readdir(join(dataDir(), 'backup'))).toHaveLength((await listBackups(dataDir())).length)
    expect((await listBackups(dataDir())).length).toBeLessThanOrEqual(2)
    for (const name of await listBackups(dataDir()))
      if (name.startsWith('2020')) await rm(join(dataDir(), 'backup', name), { recursive: true })
    expect((await run('backup-list')).join('\n')).toMatch(/backup\/\d{8}-\d{6}-\d{3} {2}.* rows, \d+ files, seal \d+/)
  })
  test('a file that a record names and nobody has is told, and the rest is kept', async () => {
    await server.backend.database.query(
      `INSERT INTO routine_attachment (name, url, size, mimetype, suffix, topic, sha256, storage, quote) VALUES ('lost.pdf', '/x', 1, 'a/b', 'pdf', 'default', repeat('a', 64), 'local', 1)`,
    )
    const lines = await run('backup-create')
    expect(lines.join('\n')).toContain('WRONG  a record names a file that is not stored: lost.pdf')
    expect(lines.at(-2)).toBe('command-exec-error')
    await server.backend.database.query(`DELETE FROM routine_attachment WHERE name = 'lost.pdf'`)
  })
})

describe('damage is found', () => {
  const damaged: [string, (folder: string) => Promise<void>, RegExp][] = [
    ['one byte more in a table', (f) => appendFile(join(f, 'tables/department.copy.gz'), 'x'), /tables.department\.copy\.gz was changed/],
    [
      'one bit in a stored file',
      async (f) => {
        const path = join(
          f,
          'files',
          (await readdir(join(f, 'files'), { recursive: true })).find((n) => n.length > 60)!,
        )
        const bytes = await readFile(path)
        bytes[10]! ^= 1
        await writeFile(path, bytes)
      },
      /files.* was changed/,
    ],
    ['a missing table', (f) => rm(join(f, 'tables/job.copy.gz')), /tables.job\.copy\.gz is missing/],
    ['a file too many', (f) => writeFile(join(f, 'tables/extra'), ''), /does not belong/],
    [
      'a row changed and the manifest made to agree',
      async (f) => {
        const path = join(f, tableFile('job'))
        const rows = gunzipSync(await readFile(path)).toString()
        await writeFile(path, gzipSync(rows.replace(/^1\t/m, '999\t')))
        const { manifest } = await readManifest(f)
        const tables = await Promise.all(manifest.tables.map(async (t) => (t.name === 'job' ? { ...t, ...(await sha256Of(path)) } : t)))
        await writeFile(join(f, 'manifest.json'), `${JSON.stringify({ ...manifest, tables }, null, 1)}\n`)
      },
      /manifest\.json was changed: its signature does not hold/,
    ],
    [
      'a manifest signed with another key',
      async (f) => {
        const other = await Signer.open(join(dataDir(), 'other'))
        await writeManifest(f, (await readManifest(f)).manifest, other)
      },
      /signed with key [0-9a-f]{32}, which is not known here/,
    ],
    ['a signature that is not one', (f) => writeFile(join(f, 'manifest.signature'), 'x'), /manifest\.signature is damaged/],
    ['no signature, as before there were any', (f) => rm(join(f, 'manifest.signature')), /the backup is unsigned: nobody can tell/],
    ['another manifest', (f) => writeFile(join(f, 'manifest.json'), '{"format":2}'), /damaged or of another version/],
  ]
  test.each(damaged)('%s', async (_, damage, words) => {
    await run('backup-create')
    await damage(await newest())
    const lines = await run('backup-verify')
    expect(lines.join('\n')).toMatch(words)
    expect(lines.at(-2)).toBe('command-exec-error')
    await rm(await newest(), { recursive: true })
  })
  test('a trail that was cut short since', async () => {
    await run('backup-create')
    const folder = await newest()
    const { manifest } = await readManifest(folder)
    await writeManifest(folder, { ...manifest, audit: { ...manifest.audit, seals: manifest.audit.seals + 9999 } }, server.backend.signer)
    expect((await run('backup-verify')).join('\n')).toMatch(/no longer has seal \d+ as it was then/)
    await rm(folder, { recursive: true })
  })
})

const place = () => ({
  databaseUrl: url(),
  dataDir: dataDir(),
  store: server.backend.store,
  application: 'test',
  signer: server.backend.signer,
})
const url = () => server.backend.config.DATABASE_URL!

test('a restored system has the same rows and files, lets people in, and its trail goes on unbroken', async () => {
  await run('backup-create')
  const folder = await newest()
  const { manifest } = await readManifest(folder)
  const database = await provideEmptyDatabase()
  await restoreDatabase(database.ownerUrl, folder, manifest, () => {}, never)
  await migrate(database)
  const kept = manifest.tables.map((t) => t.name).filter((n) => !['audit_entry', 'audit_seal', 'terminal_run', 'setting'].includes(n))
  expect(await contentOf(database.url, kept)).toEqual(await contentOf(url(), kept))
  const { address, call, backend, close } = await startOn(database, {}, [])
  await restoreFiles(new Store(backend.config.DATA_DIR), folder, manifest.files, () => {})
  const login = await call<{ userInfo: { token: string } }>('/admin/index/login', { body: { username: 'admin', password: 'secret-123' } })
  const headers = { batoken: login.data.userInfo.token }
  expect(Buffer.from(await (await fetch(`${address}${fileUrl}`, { headers })).arrayBuffer())).toEqual(PICTURE)
  const visits = await call<{ list: { note: string }[] }>('/admin/follow.visit/index', { headers })
  expect(visits.data.list.map((v) => v.note)).toEqual(['', String.raw`back\slash \N and "quotes"`, '一\n二\t三'])
  const added = await call<{ row: { id: number } }>('/admin/follow.visit/add', { headers, body: { name: 'after', department: 1 } })
  expect(added.data.row.id).toBe(4)
  await backend.sealer.flush()
  expect(await verifyTrail(backend.database)).toMatchObject({ ok: true })
  await close()
  await database.drop()
})

test('in another cluster, where transactions count from one again, the trail still goes on unbroken', async () => {
  const source = await provideDatabase()
  const first = openDatabase(source.url, { max: 2 })
  const entry = (db: { query(text: string): Promise<unknown> }) =>
    db.query(
      `INSERT INTO audit_entry (actor_kind, actor_name, action, resource, record_id, changes, request_id, ip, user_agent) VALUES ('system', 's', 'add', 'x', '1', '{}', 'r', '', '')`,
    )
  // As if the old cluster had counted far ahead.
  await onServer(
    source.ownerUrl,
    `CREATE OR REPLACE FUNCTION audit_shift() RETURNS numeric LANGUAGE sql STABLE AS 'SELECT 9000000000::numeric'`,
  )
  await entry(first)
  const sealer = startSealer(first, { everyMs: 1e6 })
  await expect.poll(() => sealer.flush().then(() => verifyTrail(first)), { timeout: 20_000 }).toMatchObject({ entries: 1 })
  await entry(first)
  const { name } = await createBackup({ ...place(), databaseUrl: source.url }, () => {}, never)
  const folder = join(dataDir(), 'backup', name)
  const target = await provideEmptyDatabase()
  const { manifest } = await readManifest(folder)
  await restoreDatabase(target.ownerUrl, folder, manifest, () => {}, never)
  await migrate(target)
  const second = openDatabase(target.url, { max: 2 })
  expect(await second.transaction(continueTrail)).toBe(true)
  expect(await second.transaction(continueTrail)).toBe(false)
  await entry(second)
  const again = startSealer(second, { everyMs: 1e6 })
  // A transaction that is still open elsewhere in the cluster holds the sealer back for a moment.
  await expect.poll(() => again.flush().then(() => verifyTrail(second)), { timeout: 20_000 }).toMatchObject({ ok: true, entries: 3 })
  for (const s of [sealer, again]) await s.stop()
  for (const d of [first, second]) await d.close()
  await rm(folder, { recursive: true })
  for (const d of [source, target]) await d.drop()
})

test('what is written meanwhile is in it entirely or not at all', async () => {
  const source = await provideDatabase()
  const database = openDatabase(source.url, { max: 4 })
  const over = new AbortController()
  const pairs = (async () => {
    while (!over.signal.aborted)
      await database.transaction(async (tx) => {
        await tx.query(`INSERT INTO setting (key, value) VALUES (gen_random_uuid()::text, '1')`)
        await tx.query(`INSERT INTO terminal_run (uuid, command, admin_id, status) VALUES ('u', 'c', 1, 'success')`)
      })
  })()
  await expect.poll(() => database.query('SELECT 1 FROM setting')).not.toHaveLength(0)
  const { name } = await createBackup({ ...place(), databaseUrl: source.url }, () => {}, never)
  over.abort()
  await pairs
  const folder = join(dataDir(), 'backup', name)
  const { manifest } = await readManifest(folder)
  const rows = (table: string) => manifest.tables.find((t) => t.name === table)!.rows
  expect(rows('setting')).toBeGreaterThan(0)
  expect(rows('terminal_run')).toBe(rows('setting'))
  await rm(folder, { recursive: true })
  await database.close()
  await source.drop()
})

test('a cancelled backup leaves nothing, and a file deleted during one stays until the sweep', async () => {
  const abort = new AbortController()
  const before = await readdir(join(dataDir(), 'backup'))
  await expect(createBackup(place(), () => abort.abort(), abort.signal)).rejects.toThrow(/abort/i)
  expect(await readdir(join(dataDir(), 'backup'))).toEqual(before)
  const { store, database } = server.backend
  const all = await store.list()
  // Data files keep their bytes in the same store: which of all comes first is chance.
  const [held] = await database.query<{ id: number; sha256: string }>('SELECT id, sha256 FROM routine_attachment ORDER BY id LIMIT 1')
  const { sha256 } = held!
  const rows = await database.query<{ id: number }>('UPDATE routine_attachment SET sha256 = $1 WHERE sha256 = $2 RETURNING id', [
    'b'.repeat(64),
    sha256,
  ])
  let isReleased: boolean | undefined
  const made = createBackup(
    place(),
    (line) =>
      void (
        isReleased === undefined &&
        line.startsWith('table') &&
        ((isReleased = false), store.release(database, sha256).then((r) => (isReleased = r)))
      ),
    never,
  )
  const { name } = await made
  expect(isReleased).toBe(false)
  expect(await store.list()).toEqual(all)
  await database.query('UPDATE routine_attachment SET sha256 = $1 WHERE id = $2', [sha256, rows[0]!.id])
  await rm(join(dataDir(), 'backup', name), { recursive: true })
})

test('nothing is restored over a database with rows, nor by another version', async () => {
  const { name } = await createBackup(place(), () => {}, never)
  const folder = join(dataDir(), 'backup', name)
  const { manifest } = await readManifest(folder)
  await expect(restoreDatabase(server.backend.config.DATABASE_OWNER_URL!, folder, manifest, () => {}, never)).rejects.toThrow(
    'The database is not empty',
  )
  const empty = await provideEmptyDatabase()
  const migrations = [{ name: '9999_future.sql', hash: '0'.repeat(64) }]
  await expect(restoreDatabase(empty.ownerUrl, folder, { ...manifest, migrations }, () => {}, never)).rejects.toThrow(
    'not part of this version',
  )
  // A file that breaks off half-way leaves the database as empty as before.
  await writeFile(join(folder, 'tables/user_user.copy.gz'), 'not gzip')
  await expect(restoreDatabase(empty.ownerUrl, folder, manifest, () => {}, never)).rejects.toThrow(
    'tables/user_user.copy.gz of the backup is damaged: its content is not what the manifest says',
  )
  const database = openDatabase(empty.ownerUrl, { max: 1 })
  expect(await database.query('SELECT 1 FROM auth_admin')).toEqual([])
  await database.close()
  await rm(folder, { recursive: true })
  await empty.drop()
})

test('npm run restore brings a backup into an empty database, once, and the trail says so', async () => {
  const { name } = await createBackup(place(), () => {}, never)
  const folder = join(dataDir(), 'backup', name)
  const empty = await provideEmptyDatabase()
  const target = join(dataDir(), 'restored')
  const env = { PATH: process.env['PATH'], DATA_DIR: target, DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl }
  // Not spawnSync: the server of this test must go on meanwhile.
  const restore = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/restore.ts', ...args], { env }).then(
      (said) => ({ ...said, status: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => ({ ...error, status: error.code }),
    )
  // Another installation does not know the key: it is told, or the word of a person is taken, and the trail says which.
  expect(await restore(folder)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/which is not known here\. Nothing was restored\. Give/) as unknown,
  })
  const key = join(server.backend.config.CHECKPOINT_DIR, 'public-key.pem')
  expect(await restore(folder, '--key', join(folder, 'manifest.json'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is no public key') as unknown,
  })
  const first = await restore(folder, '--key', key)
  expect(first.stderr).toBe('')
  expect(first.stdout).toContain(`signed with key ${server.backend.signer.publicKey.id}`)
  expect(first.stdout).toMatch(/restored\. Put the file secret-key/)
  expect(await new Store(target).list()).toEqual(await server.backend.store.list())
  const database = openDatabase(empty.url, { max: 1 })
  expect(
    await database.query(`SELECT actor_kind AS by, changes -> 'proof' ->> 1 AS proof FROM audit_entry WHERE action = 'restoreBackup'`),
  ).toEqual([{ by: 'system', proof: `signed with key ${server.backend.signer.publicKey.id}` }])
  await database.close()
  expect(await restore(folder, '--unverified')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('NOT VERIFIED') as unknown,
    stderr: expect.stringContaining('The database is not empty') as unknown,
  })
  expect(await restore(join(folder, 'tables'))).toMatchObject({ status: 1, stderr: expect.stringContaining('is no backup') as unknown })
  expect(await restore()).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage:') as unknown })
  await rm(folder, { recursive: true })
  await empty.drop()
})
