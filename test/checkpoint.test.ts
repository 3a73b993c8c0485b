import { appendFile, cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CheckpointWriter } from '../src/server/audit/checkpoint-writer.ts'
import { PUBLIC_KEY_FILE } from '../src/server/audit/checkpoint.ts'
import { record } from '../src/server/audit/entry.ts'
import { startSealer } from '../src/server/audit/sealer.ts'
import type { Sealer } from '../src/server/audit/sealer.ts'
import { verifyTrail } from '../src/server/audit/verify.ts'
import { SYSTEM } from '../src/server/model/actor.ts'
import { openDatabase } from '../src/server/db/database.ts'
import type { Database, Db } from '../src/server/db/database.ts'
import { PublicKey, SIGNING_KEY_FILE, Signer } from '../src/server/signer.ts'
import { createDatabase, onServer, provideDatabase } from './postgres.ts'
import type { TestDatabase } from './postgres.ts'

let place: TestDatabase
let database: Database
let dataDir = ''
let folder = ''
let signer: Signer
let writer: CheckpointWriter
let sealer: Sealer

const request = { id: 'r', ip: '', userAgent: '' }
const entry = (label: string, action = 'add', db: Db = database) =>
  record({ db, actor: SYSTEM, request }, { action, resource: 'x', recordId: label, label, changes: {} })
const verify = async () => verifyTrail(database, { folder, keys: [(await Signer.open(dataDir)).publicKey] })
const count = async (table: string) => (await database.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n
/** Each in a seal of its own. A transaction that is open elsewhere in the cluster holds the sealer back for a moment. */
const sealed = async (...labels: string[]) => {
  for (const label of labels) {
    const before = await count('audit_seal')
    await entry(label)
    const isSealed = async () => (await sealer.flush(), expect(await count('audit_seal')).toBe(before + 1))
    await vi.waitFor(isSealed, { timeout: 20_000, interval: 20 })
  }
}
/** As the owner of the database could. */
const tamper = async (...statements: string[]) => {
  const set = (word: string) => ['audit_entry', 'audit_seal'].map((table) => `ALTER TABLE ${table} ${word} TRIGGER ALL`)
  for (const statement of [...set('DISABLE'), ...statements, ...set('ENABLE')]) await onServer(place.ownerUrl, statement)
}
const restart = async () => {
  signer = await Signer.open(dataDir)
  writer = new CheckpointWriter(database, folder, signer)
  await writer.begin()
}
const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.log'))
const lines = async () => (await readFile(join(folder, (await files())[0]!), 'utf8')).trimEnd().split('\n')
const rewrite = async (text: readonly string[]) => writeFile(join(folder, (await files())[0]!), text.map((l) => `${l}\n`).join(''))

/** A trail of five seals that every test gets a copy of. */
let model: { database: TestDatabase; dataDir: string }
beforeAll(async () => {
  model = { database: await provideDatabase(), dataDir: await mkdtemp(join(tmpdir(), 'trail-')) }
  await enter(model.database, model.dataDir)
  await sealed('a', 'b', 'c', 'd', 'e')
  await writer.write()
  await leave()
})
afterAll(async () => {
  await model.database.drop()
  await rm(model.dataDir, { recursive: true })
})
const enter = async (on: TestDatabase, dir: string) => {
  database = openDatabase(on.url, { max: 4 })
  dataDir = dir
  folder = join(dataDir, 'checkpoint')
  await restart()
  sealer = startSealer(database)
  // Seals only when it is told to: on a busy machine its first round came after the entries that a test wants unsealed.
  await sealer.stop()
}
const leave = () => database.close()
beforeEach(async () => {
  place = await createDatabase(model.database.name)
  const dir = await mkdtemp(join(tmpdir(), 'trail-'))
  await cp(model.dataDir, dir, { recursive: true })
  await enter(place, dir)
})
afterEach(async () => {
  await leave()
  await place.drop()
  await rm(dataDir, { recursive: true })
})

test('an untouched trail is complete, and goes on after a restart', async () => {
  expect(await verify()).toMatchObject({ ok: true, problems: [] })
  await restart()
  await sealed('f')
  await writer.write()
  const before = await lines()
  await writer.write()
  expect(await lines()).toEqual(before)
  expect(await verify()).toMatchObject({ ok: true, problems: [], notes: [expect.stringMatching(/^signed up to seal \d+ on /)] })
})
test('the key is the server’s alone, its public half is for everybody and enough to verify', async () => {
  expect((await stat(join(dataDir, SIGNING_KEY_FILE))).mode & 0o777).toBe(0o600)
  const key = await PublicKey.readFile(join(folder, PUBLIC_KEY_FILE))
  expect(await verifyTrail(database, { folder, keys: [key] })).toMatchObject({ ok: true })
  await writeFile(join(dataDir, SIGNING_KEY_FILE), 'no key')
  await expect(Signer.open(dataDir)).rejects.toThrow('signing-key of the data folder is damaged')
})
test('two processes that start at once have one key and one beginning, and their lines follow each other', async () => {
  await rm(dataDir, { recursive: true })
  const signers = await Promise.all(Array.from({ length: 8 }, () => Signer.open(dataDir)))
  expect(new Set(signers.map((s) => s.publicKey.id)).size).toBe(1)
  const other = await provideDatabase()
  const db = openDatabase(other.url, { max: 4 })
  const both = signers.slice(0, 2).map((s) => new CheckpointWriter(db, folder, s))
  await Promise.all(both.map((w) => w.begin()))
  for (const [i, w] of [...both, ...both].entries()) {
    await entry(`p${i}`, 'add', db)
    await w.write()
  }
  const verdict = await verifyTrail(db, { folder, keys: [signers[0]!.publicKey] })
  expect(verdict).toMatchObject({ ok: true, problems: [] })
  await db.close()
  await other.drop()
})

describe('what the owner of the database does behind the trail is found', () => {
  const last = (n: number) => `(SELECT seq FROM audit_seal ORDER BY seq DESC LIMIT ${n})`
  const cut = (seals: string) => [
    `DELETE FROM audit_entry WHERE txid >= (SELECT min(from_txid::text::bigint)::text::xid8 FROM audit_seal WHERE seq IN ${seals})`,
    `DELETE FROM audit_seal WHERE seq IN ${seals}`,
  ]
  const tamperings: [string, string[], RegExp][] = [
    ['the last 3 seals cut', cut(last(3)), /trail ends with seal \d+, but seal \d+ was signed on .*: it was cut/],
    ['all but the first cut', cut(`(SELECT seq FROM audit_seal WHERE seq > 1)`), /trail ends with seal 1, but seal/],
    ['all rows deleted', ['DELETE FROM audit_entry', 'DELETE FROM audit_seal'], /trail ends with seal 0, but seal/],
    ['a seal time moved', [`UPDATE audit_seal SET at = at - interval '1 day' WHERE seq = 2`], /a time was moved/],
    ['all seal times moved', [`UPDATE audit_seal SET at = at + interval '1 hour'`], /a time was moved/],
    ['an entry of the future', [`UPDATE audit_entry SET txid = '9000000000000'::xid8 WHERE label = 'e'`], /transaction that never was/],
  ]
  test.each(tamperings)('%s', async (_, statements, words) => {
    await tamper(...statements)
    // The chain alone is whole again where its end is missing, and knows no time.
    if (!words.test('transaction that never was')) expect(await verifyTrail(database)).toMatchObject({ ok: true })
    const verdict = await verify()
    expect(verdict.ok).toBe(false)
    expect(verdict.problems.join('\n')).toMatch(words)
    // Nothing is signed over it.
    await writer.write().catch(() => {})
    expect((await verify()).ok).toBe(false)
  })
  test('seals cut and made anew by the sealer itself', async () => {
    await tamper(...cut(last(2)))
    await sealed('f', 'g', 'h')
    await expect(writer.write()).rejects.toThrow('The audit trail was changed')
    expect((await verify()).problems.join('\n')).toMatch(/seal \d+ is not the one that was signed on/)
  })

  const unsealed: [string, string, RegExp][] = [
    [
      'deleted',
      `DELETE FROM audit_entry WHERE label = 'open1'`,
      /1 of entries \d+ to \d+, signed on .*, were removed before they were sealed/,
    ],
    ['forged', `UPDATE audit_entry SET label = 'forged' WHERE label = 'open1'`, /were changed before they were sealed/],
    ['moved in time', `UPDATE audit_entry SET at = at - interval '1 day' WHERE label = 'open1'`, /were changed before they were sealed/],
  ]
  test.each(unsealed)('unsealed entries %s, also when they are sealed afterwards', async (_, statement, words) => {
    for (const label of ['open1', 'open2']) await entry(label)
    await writer.write()
    expect((await verify()).ok).toBe(true)
    await tamper(statement)
    expect((await verify()).problems.join('\n')).toMatch(words)
    await sealed('later')
    await writer.write()
    expect((await verify()).problems.join('\n')).toMatch(words)
  })
  test('what is unsealed and not yet signed is told as a number that is missing', async () => {
    await entry('unsigned')
    await entry('after')
    await tamper(`DELETE FROM audit_entry WHERE label = 'unsigned'`)
    expect((await verify()).notes.join('\n')).toContain('1 numbers of entries are unused')
  })
})

describe('files that are lost or changed are said in words', () => {
  const problems = async () => (await verify()).problems.join('\n')
  test('a line changed', async () => {
    const text = await lines()
    await rewrite(text.map((l, i) => (i === 1 ? l.replace(/"entries":\d+/, '"entries":99') : l)))
    expect(await problems()).toContain('its signature does not hold')
  })
  test('a line taken out, and the first ones', async () => {
    await sealed('f')
    await writer.write()
    const text = await lines()
    await rewrite(text.toSpliced(1, 1))
    expect(await problems()).toContain('lines are missing')
    await rewrite(text.slice(1))
    expect(await problems()).toContain('the first checkpoints are missing')
  })
  test('the last lines cut off, while the server runs and after a restart', async () => {
    await rewrite((await lines()).slice(0, -1))
    expect(await problems()).toContain('the line that the database remembers as the last is not there')
    await sealed('f')
    await writer.write()
    expect(await problems()).toContain('lines are missing')
  })
  test('all files gone, before and after a restart, until somebody accepts it', async () => {
    for (const name of await files()) await rm(join(folder, name))
    expect(await problems()).toContain('there are no checkpoints in')
    await restart()
    await sealed('f')
    await writer.write()
    expect(await problems()).toMatch(/checkpoints began anew on .*: the files or the signing key of before were lost/)
    await entry('checkpoint-accept', 'terminal')
    expect(await verify()).toMatchObject({
      ok: true,
      notes: expect.arrayContaining([expect.stringContaining('system accepted it')]) as unknown,
    })
  })
  test('the key gone', async () => {
    await rm(join(dataDir, SIGNING_KEY_FILE))
    expect((await verify()).ok).toBe(true)
    await restart()
    expect(await problems()).toContain('the signing key of before were lost')
  })
  test('lines of somebody else’s key', async () => {
    const other = await mkdtemp(join(tmpdir(), 'trail-'))
    const key = (await Signer.open(other)).publicKey
    await tamper(`DELETE FROM audit_entry WHERE action = 'checkpoint'`)
    expect((await verifyTrail(database, { folder, keys: [key] })).problems.join('\n')).toContain('which is not known here')
    await rm(other, { recursive: true })
  })
  test('a line that a crash cut off is no checkpoint, and no damage', async () => {
    await appendFile(join(folder, (await files())[0]!), 'half a li')
    await restart()
    await sealed('f')
    await writer.write()
    expect(await verify()).toMatchObject({ ok: true, problems: [] })
  })
})
