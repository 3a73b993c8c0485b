import { createHash } from 'node:crypto'
import { readFile, readdir, rename, utimes } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reading } from '../src/areas/datafile/server/reading.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { intake } from '../src/server/upload/intake.ts'
import { saidReason } from '#kernel'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOf } from './worker.ts'

type Row = Record<string, unknown> & { id: number; version: number }
let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  admin = await server.login()
  const { config } = server.backend
  worker = await startWorker({
    url: config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [intake, reading],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')
const send = async (name: string, data: Buffer, target = 'datafile', token = admin.token) => {
  const headers = { server: '1', batoken: token, 'tus-resumable': '1.0.0', 'think-lang': 'en' }
  const made = await fetch(`${server.address}/admin/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(data.length), 'upload-metadata': `filename ${base64(name)},target ${base64(target)}` },
  })
  if (made.status !== 201) return { status: made.status, ...((await made.json()) as { msg: string }) }
  const path = made.headers.get('location')!
  const sent = await fetch(`${server.address}${path}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(data),
  })
  return { status: sent.status, path, msg: '' }
}
const index = async (resource: string, query: Record<string, string> = {}, by = admin.call) =>
  (await by<{ list: Row[] }>(`/admin/${resource}/index`, { query: { limit: '100', ...query } })).data.list
const fileCalled = async (name: string) => (await index('datafile', { quick_search: name }))[0]
/** The file once it has been read. */
const PATIENT = { timeout: 60_000 }
const settled = async (name: string, number = 1): Promise<Row> => {
  await expect.poll(async () => (await fileCalled(name))?.['number'], PATIENT).toBe(number)
  await expect.poll(async () => (await fileCalled(name))?.['state'], PATIENT).toMatch(/staged|quarantined/)
  return (await fileCalled(name))!
}
const preview = async (id: number, by = admin.call) =>
  by<{
    number: number
    header: unknown
    notes: unknown
    shown: { columns: string[]; rows: string[][]; profile: { name: string; type: string }[] } | null
    mimetype: string
    aside: { reason: string; by: string } | null
    same: { datafile: number; number: number; name: string }[]
  }>('/admin/datafile/preview', { body: { ids: [id] } })

const TABLE = '受试者,收缩压\nS001,120\nS002,135\n'
const GB18030 = Buffer.concat([
  Buffer.from([0xca, 0xdc, 0xca, 0xd4, 0xd5, 0xdf, 0x2c, 0xca, 0xd5, 0xcb, 0xf5, 0xd1, 0xb9, 0x0a]),
  Buffer.from('S001,120\nS002,135\n'),
])

test('AA-05 a file that was sent becomes a data file: hashed, read by content, with first rows and profile', async () => {
  const data = Buffer.from(TABLE)
  expect((await send('血压.csv', data)).status).toBe(204)
  const file = await settled('血压')
  expect(file).toMatchObject({
    kind: 'table',
    format: 'csv',
    rows: 2,
    columns: 2,
    size: data.length,
    sha256: sha256(data),
    state: 'staged',
    ownerId: 1,
  })
  const { data: shown } = await preview(file.id)
  expect(shown).toMatchObject({
    number: 1,
    shown: {
      columns: ['受试者', '收缩压'],
      rows: [
        ['S001', '120'],
        ['S002', '135'],
      ],
    },
  })
  expect(shown.shown?.profile.map(({ name, type }) => [name, type])).toEqual([
    ['受试者', 'text'],
    ['收缩压', 'integer'],
  ])
  const [version] = await index('datafile.version', { quick_search: sha256(data) })
  expect(version).toMatchObject({ datafile: file.id, number: 1, name: '血压.csv', mimetype: 'text/csv' })
  const trail = await sql<{ action: string; kind: string }>(
    `SELECT action, actor_kind AS kind FROM audit_entry WHERE resource = 'datafile' AND record_id = $1 AND action <> 'readFile' ORDER BY id`,
    [String(file.id)],
  )
  expect(trail.map(({ action, kind }) => `${kind} ${action}`)).toEqual(['admin add', 'system move', 'system move'])
})

test('AA-05 encoding and kind are told by content: GB18030, a picture of a scanner, sequences, a packed table', async () => {
  await send('门诊.csv', GB18030)
  expect(await settled('门诊')).toMatchObject({ kind: 'table', encoding: expect.stringMatching(/gb/i), columns: 2 })
  const { data } = await preview((await fileCalled('门诊'))!.id)
  expect(data.shown?.columns).toEqual(['受试者', '收缩压'])
  // What reading noticed is said, not coded.
  expect(data.notes).toEqual([{ severity: expect.any(String), text: expect.stringMatching(/编码.*gb18030/i) }])
  await send('reads.fastq', Buffer.from('@r1\nACGT\n+\nIIII\n'))
  expect(await settled('reads')).toMatchObject({ kind: 'sequence', rows: 1, state: 'staged' })
  await send('labs.csv.gz', gzipSync(TABLE))
  expect(await settled('labs')).toMatchObject({ kind: 'table', rows: 2 })
  const dicom = Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    Buffer.from([8, 0, 0x60, 0]),
    Buffer.from('CS'),
    Buffer.from([2, 0]),
    Buffer.from('MR'),
  ])
  await send('slice', dicom)
  expect(await settled('slice')).toMatchObject({ kind: 'dicom' })
})

test('AA-05 what is not what it says, is cut off or unknown is kept and quarantined with the reason', async () => {
  await send('pretends.csv', Buffer.from('%PDF-1.7\n%%EOF'))
  const file = await settled('pretends')
  expect(file).toMatchObject({ state: 'quarantined', kind: 'pdf' })
  const [entry] = await sql<{ reason: string }>(
    `SELECT reason FROM audit_entry WHERE resource = 'datafile' AND record_id = $1 AND action = 'move' ORDER BY id DESC LIMIT 1`,
    [String(file.id)],
  )
  expect(entry?.reason).toContain('pdf')
  const lines = await sql<{ line: string }>(
    `SELECT jsonb_array_elements_text(e.data -> 'lines') AS line FROM task_event e JOIN task t ON t.id = e.task
      WHERE e.kind = 'log' AND t.kind = 'datafile.read' AND t.record = $1 ORDER BY e.seq`,
    [String(file.id)],
  )
  const last = lines.at(-1)?.line ?? ''
  const [end] = await sql<{ outcome: { words: object; isGood: boolean } }>(
    `SELECT e.data -> 'outcome' AS outcome FROM task_event e JOIN task t ON t.id = e.task
      WHERE e.kind = 'state' AND e.data ->> 'state' = 'done' AND t.kind = 'datafile.read' AND t.record = $1`,
    [String(file.id)],
  )
  // Read to its end, and not well: whoever sent it is not told that all is done.
  expect(end?.outcome).toEqual({
    isGood: false,
    words: {
      'zh-cn': '已隔离：内容与文件名不符：应为 text，实际为 pdf',
      en: 'quarantined: The content is not what the name says: pdf instead of text',
    },
  })
  // The log of the task is read in one language too.
  expect(saidReason(last, 'zh-cn')).toBe('内容与文件名不符：应为 text，实际为 pdf')
  expect(saidReason(last, 'en')).toBe('The content is not what the name says: pdf instead of text')
  await send('cut.csv.gz', gzipSync(TABLE.repeat(100)).subarray(0, 60))
  expect(await settled('cut')).toMatchObject({ state: 'quarantined' })
  await send('thing.bin', Buffer.from([1, 2, 3, 4]))
  expect(await settled('thing')).toMatchObject({ state: 'quarantined', kind: 'other' })
})

test(
  'AA-05 further versions stand beside the first, which stays, each read as itself; the same content again adds none',
  { timeout: 180_000 },
  async () => {
    const parts = ['a,b\n1,2\n', 'a,b\n1,2\n3,4\n', 'a,b\n1,2\n3,4\n5,6\n'].map((text) => Buffer.from(text))
    const [one, two, three] = parts
    await send('follow.csv', one!)
    const file = await settled('follow')
    const target = `datafile/${file.id}`
    const rated = await admin.call('/admin/datafile/edit', { body: { id: file.id, version: file.version, rating: 'excellent' } })
    expect(rated).toMatchObject({ code: 1 })
    await send('follow-2.csv', two!, target)
    // Two versions read at once may meet in the row of their file; the one that gives way tries again ten seconds later.
    await expect.poll(async () => (await fileCalled('follow'))?.['number'], PATIENT).toBe(2)
    // What was judged of the version before says nothing about this one.
    expect(await fileCalled('follow')).toMatchObject({ rating: null })
    // Before anybody has read the second one.
    await send('follow-3.csv', three!, target)
    expect(await settled('follow', 3)).toMatchObject({ rows: 3, sha256: sha256(three!) })
    const again = await send('follow-4.csv', three!, target)
    await expect
      .poll(async () => (await sql('SELECT state FROM upload WHERE id = $1', [again.path?.split('/').at(-1)]))[0])
      .toEqual({ state: 'taken' })
    expect(await fileCalled('follow')).toMatchObject({ number: 3 })
    const versions = () => sql('SELECT number, sha256, rows FROM datafile_version WHERE datafile = $1 ORDER BY number', [file.id])
    await expect.poll(versions, PATIENT).toEqual(parts.map((part, i) => ({ number: i + 1, sha256: sha256(part), rows: i + 1 })))
    expect((await admin.call('/admin/datafile.version/edit', { body: { id: 1, name: 'x' } })).code).not.toBe(1)
  },
)

test('AA-05 what a file says of itself is kept with the version: sequences, variants, labels of statistics files', async () => {
  await send('run.fastq', Buffer.from('@A001:1:FC:1:1:1:1 1:N:0:A\nACGT\n+\nIIII\n@A001:1:FC:1:1:1:2 1:N:0:A\nAC\n+\nII\n'))
  const vcf = ['##fileformat=VCFv4.2', '##reference=GRCh38', '##contig=<ID=1>', '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tP1']
  await send('calls.vcf', Buffer.from(`${[...vcf, '1\t10\t.\tA\tC\t.\tPASS\t.\tGT\t0/1'].join('\n')}\n`))
  await send('labels.sav', await readFile('src/qc/source/testing/fixtures/s9.sav'))
  const headerOf = async (name: string) => (await preview((await settled(name)).id)).data.header
  expect(await headerOf('run')).toMatchObject({
    about: { platform: 'Illumina', instrument: ['A001'], instrumentInAll: 1, reads: 2, shortest: 2, longest: 4, phredOffset: 33 },
  })
  expect(await headerOf('calls')).toMatchObject({
    about: { version: 'VCFv4.2', reference: 'GRCh38', contigs: ['1'], contigsInAll: 1, samples: ['P1'], samplesInAll: 1 },
  })
  expect(await headerOf('labels')).toMatchObject({
    dictionary: expect.arrayContaining([expect.objectContaining({ column: expect.any(String) })]),
  })
})

test('AA-05 the media type follows the content, not the name; a text without columns is a text', async () => {
  await send('scan.csv', Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')]))
  await send('note.txt', Buffer.from('Visit 3 went as planned.\nNothing else to say.\n'))
  const scan = await settled('scan')
  expect(scan).toMatchObject({ kind: 'image', state: 'quarantined' })
  expect((await preview(scan.id)).data).toMatchObject({ mimetype: 'image/webp', aside: { by: null } })
  expect((await preview(scan.id)).data.aside?.reason).toContain('webp')
  const note = await settled('note')
  expect(note).toMatchObject({ kind: 'text', rows: null, state: 'staged' })
  expect((await preview(note.id)).data).toMatchObject({ mimetype: 'text/plain', shown: null, aside: null })
})

test('AA-05 whoever sends what is kept already is told where, as far as they see it, and the page says so as well', async () => {
  const outcome = async (sent: { path?: string }, token = admin.token) => {
    const query = { id: sent.path?.split('/').at(-1) ?? '' }
    const ask = () => server.call<Outcome>('/admin/upload/outcome', { query, headers: { batoken: token, 'think-lang': 'en' } })
    await expect.poll(async () => (await ask()).data.isTaken, PATIENT).toBe(true)
    return (await ask()).data
  }
  type Outcome = { isTaken: boolean; told: { text: string; resource: string; record: number } | null }
  const data = Buffer.from('only,here\n1,2\n')
  expect(await outcome(await send('origin.csv', data))).toMatchObject({ told: null })
  const origin = await settled('origin')
  const told = { resource: 'datafile', record: origin.id }
  expect(await outcome(await send('again.csv', data, `datafile/${origin.id}`))).toMatchObject({
    told: { ...told, text: expect.stringContaining('no new version') },
  })
  const copied = await outcome(await send('copied.csv', data))
  expect(copied).toMatchObject({ told: { ...told, text: 'The content is the same as “origin.csv”, version 1' } })
  const copy = await settled('copied')
  expect((await preview(copy.id)).data.same).toEqual([{ datafile: origin.id, number: 1, name: 'origin.csv' }])
  // Asked before it is sent: by its content wherever it is called, else by its name; of what is new nothing is said.
  type Known = { list: { index: number; id: number; number: number; isSame: boolean }[] }
  const files = [
    { name: 'new.csv' },
    { name: 'elsewhere.csv', sha256: sha256(data) },
    { name: 'origin.csv', sha256: sha256(Buffer.from('x')) },
  ]
  // Of one that came with its folder the same name elsewhere is another file.
  const placed = { name: 'origin.csv', folder: 'seriesB' }
  const inFolder = async () => (await admin.call<Known>('/admin/datafile/known', { body: { files: [placed] } })).data.list.length
  await sql(`UPDATE datafile SET folder = 'seriesA' WHERE id = $1`, [origin.id])
  expect(await inFolder()).toBe(0)
  await sql(`UPDATE datafile SET folder = NULL WHERE id = $1`, [origin.id])
  expect(await inFolder()).toBe(1)
  const known = async (by = admin.call) => (await by<Known>('/admin/datafile/known', { body: { files } })).data.list
  expect(await known()).toMatchObject([
    { index: 1, id: copy.id, number: 1, isSame: true },
    { index: 2, id: origin.id, number: 1, isSame: false },
  ])
  // Of what they do not see they are not told that it is there, and of another's upload nothing at all.
  const stranger = await person(server, 'stranger', /^datafile(\/|$)/, { scope: 'self' })
  const foreign = await send('foreign.csv', data, 'datafile', stranger.token)
  expect(await outcome(foreign, stranger.token)).toMatchObject({ told: null })
  await settled('foreign')
  expect((await known(stranger.call)).map(({ index }) => index)).toEqual([1])
  const query = { id: foreign.path?.split('/').at(-1) ?? '' }
  expect((await server.call('/admin/upload/outcome', { query, headers: { batoken: admin.token } })).code).not.toBe(1)
})

test('AA-05 stored content is held by its versions: no sweep takes it', async () => {
  const file = (await fileCalled('follow'))!
  const held = await sql<{ sha256: string; facts: string }>('SELECT sha256, facts FROM datafile_version WHERE datafile = $1', [file.id])
  const { store, database } = server.backend
  const hashes = held.flatMap((one) => [one.sha256, one.facts])
  for (const hash of hashes) await utimes(store.pathOf(hash), new Date(0), new Date(0))
  await store.sweep(database)
  expect(await Promise.all(hashes.map((hash) => store.has(hash)))).toEqual(hashes.map(() => true))
})

test('AA-05 accept, reject and lock are moves; reject wants a reason; a locked file takes no further version', async () => {
  await send('judge.csv', Buffer.from('a\n1\n'))
  const file = await settled('judge')
  const move = async (to: string) => {
    const version = (await fileCalled('judge'))?.version
    return admin.call('/admin/datafile/move', { body: { id: file.id, version, to }, headers: { 'think-lang': 'en' } })
  }
  expect(await move('rejected')).toMatchObject({ code: 0, msg: expect.stringContaining('reason') })
  expect(await move('locked')).toMatchObject({ code: 0, msg: expect.stringContaining('To be reviewed') })
  expect(await move('accepted')).toMatchObject({ code: 1 })
  expect(await move('locked')).toMatchObject({ code: 1 })
  const refused = await send('judge-2.csv', Buffer.from('a\n2\n'), `datafile/${file.id}`)
  expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('locked') })
  expect(await admin.call('/admin/datafile/reread', { body: { ids: [file.id] } })).toMatchObject({ code: 0 })
  // Opened again when a second person agrees.
  expect(await move('accepted')).toMatchObject({ code: 0, msg: expect.stringContaining('reason') })
  const why = { headers: { 'think-lang': 'en', 'x-reason': 'A page is missing' } }
  const body = { id: file.id, version: (await fileCalled('judge'))?.version, to: 'accepted' }
  const asked = await admin.call<{ asked: number }>('/admin/datafile/move', { body, ...why })
  expect(asked).toMatchObject({ code: 1, data: { asked: expect.anything() } })
  expect(await fileCalled('judge')).toMatchObject({ state: 'locked' })
})

test('AA-05 without the right to upload nothing is taken; without the right to see the content none is shown; scope holds', async () => {
  const reader = await person(server, 'filereader', /^datafile(\/index|$)/)
  expect((await send('mine.csv', Buffer.from('a\n1\n'), 'datafile', reader.token)).status).toBe(403)
  const file = (await fileCalled('follow'))!
  expect(await preview(file.id, reader.call)).toMatchObject({ code: 401 })
  const sender = await person(server, 'filesender', /^datafile(\/|$)/, { scope: 'self' })
  expect((await send('other.csv', Buffer.from('a\n1\n'), `datafile/${file.id}`, sender.token)).status).toBe(400)
  expect((await send('own.csv', Buffer.from('a\n1\n'), 'datafile', sender.token)).status).toBe(204)
  await settled('own')
  expect((await index('datafile', {}, sender.call)).map((row) => row['name'])).toEqual(['own.csv'])
  expect((await index('datafile.version', {}, sender.call)).map((row) => row['name'])).toEqual(['own.csv'])
})

test('AA-05 a small file that unpacks to a large one is judged by streaming and quarantined with words, and nothing of it stays', async () => {
  const bomb = gzipSync(Buffer.alloc(96 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(200_000)
  expect((await send('bomb.csv.gz', bomb)).status).toBe(204)
  const file = await settled('bomb')
  expect(file).toMatchObject({ state: 'quarantined', kind: 'archive', rows: null, sha256: sha256(bomb) })
  const [task] = await sql<{ state: string; result: { why: Record<string, string> } }>(
    `SELECT state, result FROM task WHERE kind = 'datafile.read' AND (input ->> 'datafile')::int = $1`,
    [file.id],
  )
  expect(task).toMatchObject({ state: 'done', result: { why: { en: expect.stringContaining('UNPACK_RATIO') } } })
  expect(task?.result.why['zh-cn']).toContain('压缩炸弹')
  expect((await readdir(`${server.backend.config.DATA_DIR}/work`)).filter((name) => name.startsWith('read-'))).toEqual([])
})

test('AA-05 a file whose reading is cancelled or given up does not say for ever that it is being read: it says why, where, and is read again', async () => {
  await send('未读.csv', Buffer.from('a,b\n1,2\n'))
  const { id } = await settled('未读')
  const own = { datafile: id, number: 1 }
  const again = () => sql(`UPDATE datafile SET state = 'received' WHERE id = $1`, [id])
  const now = () => fileCalled('未读').then((file) => file?.['state'])
  await again()
  const runAfter = new Date(Date.now() + 3_600_000)
  const waiting = await enqueue(server.backend.database, reading, own, { runAfter, dedupeKey: `${id}:1` })
  await admin.call('/admin/task/cancel', { body: { ids: [waiting] } })
  expect(await now()).toBe('unread')
  expect((await preview(id)).data).toMatchObject({ task: waiting })
  const path = server.backend.store.pathOf(sha256(Buffer.from('a,b\n1,2\n')))
  await again()
  await rename(path, `${path}.away`)
  const lost = await enqueue(server.backend.database, reading, own, { maxTries: 1 })
  await expect.poll(now, PATIENT).toBe('unread')
  expect((await preview(id)).data).toMatchObject({ task: lost })
  await rename(`${path}.away`, path)
  expect(await admin.call('/admin/datafile/reread', { body: { ids: [id] } })).toMatchObject({ code: 1 })
  await expect.poll(now, PATIENT).toBe('staged')
})
