// Data files larger than 2 GiB through the real server and worker: sent, hashed, judged by streaming, read where they are tables; and a
// bomb, which is small until it is unpacked.   npm run -s drill:large -- [--mib 2100]
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, readdirSync } from 'node:fs'
import { appendFile, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { writeHollowGzip, writeHollowZip } from '../../src/qc/source/testing/hollow-file.ts'
import { peakMB } from '../bench/process.ts'
import { startServer } from '../bench/server.ts'

const { values } = parseArgs({ options: { mib: { type: 'string', default: '2100' } } })
const MIB = 1 << 20
const SIZE = Number(values.mib) * MIB
const PART = 64 * MIB
const PATIENCE_MS = 15 * 60_000
/** Bars: neither process may grow with the file. */
const MOST_SERVER_MB = 600
const MOST_WORKER_MB = 2200

const folder = await mkdtemp(join(tmpdir(), 'drill-large-'))
type Wanted = { name: string; state: 'staged' | 'quarantined'; kind: string; rows: number | null; why?: string }
const failures: string[] = []

/** One member over and over: a gzip may have many, and the table in it is as large as all of them. */
const writeTable = async (path: string): Promise<number> => {
  const lines = Array.from({ length: 60_000 }, (_, n) => `S${n % 997},${(n * 7919) % 1000},${'abcdefgh'.repeat(30 + (n % 12))}\n`)
  const part = gzipSync(lines.join(''), { level: 0 })
  await writeFile(path, gzipSync('subject,value,note\n'))
  let rows = 0
  for (let size = 0; size < SIZE; size += part.length) {
    await appendFile(path, part)
    rows += lines.length
  }
  return rows
}
const { bavail, bsize } = await statfs(folder)
const needed = 8 * SIZE + 3 * 2 ** 32
if (bavail * bsize < needed) {
  console.log(`FAILED: ${Math.ceil(needed / 1e9)} GB of free disk are needed; choose fewer with --mib`)
  process.exit(1)
}

const database = await startEmbedded({ dataDir: join(folder, 'database'), log: () => {} })
const dataDir = join(folder, 'data')
const { address, call, headers, server, launchWorker, stop } = await startServer(database, dataDir)
const worker = launchWorker()
const base64 = (text: string) => Buffer.from(text).toString('base64')
const tus = () => ({ ...headers(), 'tus-resumable': '1.0.0' })

const send = async (name: string): Promise<string> => {
  const path = join(folder, name)
  const { size } = await stat(path)
  const metadata = `filename ${base64(name)},target ${base64('datafile')}`
  const made = await fetch(`${address}/admin/upload`, {
    method: 'POST',
    headers: { ...tus(), 'upload-length': String(size), 'upload-metadata': metadata },
  })
  if (made.status !== 201) throw new Error(`${name} was not taken: ${made.status} ${await made.text()}`)
  const hash = createHash('sha256')
  for (let at = 0; at < size; at += PART) {
    const source = createReadStream(path, { start: at, end: Math.min(size, at + PART) - 1, highWaterMark: MIB })
    source.on('data', (chunk) => hash.update(chunk))
    const part = await fetch(address + made.headers.get('location'), {
      method: 'PATCH',
      headers: { ...tus(), 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) },
      body: Readable.toWeb(source) as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    if (part.status !== 204) throw new Error(`${name} stopped at ${at}: ${part.status} ${await part.text()}`)
  }
  return hash.digest('hex')
}
type Row = { id: number; name: string; state: string; kind: string; rows: number | null; size: number; sha256: string }
const settled = async (name: string): Promise<Row> => {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const { data } = await call<{ list: Row[] }>('/admin/datafile/index', { query: { quick_search: name.split('.')[0] ?? '' } })
    const row = data.list[0]
    if (row && (row.state === 'staged' || row.state === 'quarantined')) return row
    if (Date.now() > until) throw new Error(`${name} is still ${row?.state ?? 'not there'}`)
    await sleep(500)
  }
}
const judge = async (wanted: Wanted): Promise<void> => {
  const began = performance.now()
  const sha256 = await send(wanted.name)
  const sent = performance.now()
  const row = await settled(wanted.name)
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(0)
  const size = (await stat(join(folder, wanted.name))).size
  console.log(
    `${wanted.name}: ${(size / 2 ** 30).toFixed(2)} GiB, sent in ${seconds(began, sent)} s, judged in ${seconds(sent, performance.now())} s: ${row.state}, ${row.kind}, ${row.rows ?? '–'} rows`,
  )
  const got = { state: row.state, kind: row.kind, rows: row.rows, size: row.size, sha256: row.sha256 }
  const want = { state: wanted.state, kind: wanted.kind, rows: wanted.rows, size, sha256 }
  if (JSON.stringify(got) !== JSON.stringify(want))
    failures.push(`${wanted.name}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`)
  await rm(join(folder, wanted.name))
}

try {
  await writeHollowGzip(join(folder, 'scan.tar.gz'), Math.ceil(SIZE / 65_535))
  await judge({ name: 'scan.tar.gz', state: 'staged', kind: 'archive', rows: null })
  await writeHollowZip(join(folder, 'behind.csv.zip'), 2 ** 32 + 7, 'behind.csv', 'a,b\n1,2\n3,4\n')
  await judge({ name: 'behind.csv.zip', state: 'staged', kind: 'table', rows: 2 })
  const rows = await writeTable(join(folder, 'labs.csv.gz'))
  await judge({ name: 'labs.csv.gz', state: 'staged', kind: 'table', rows })
  const bomb = gzipSync(Buffer.alloc(64 * MIB))
  await writeFile(join(folder, 'bomb.csv.gz'), Buffer.concat(Array.from({ length: Math.ceil(SIZE / 64 / MIB) }, () => bomb)))
  await judge({ name: 'bomb.csv.gz', state: 'quarantined', kind: 'archive', rows: null })
  const [grown, heavy] = [peakMB(server.pid ?? 0), peakMB(worker.pid ?? 0)]
  console.log(`peak memory: server ${grown.toFixed(0)} MB (bar ${MOST_SERVER_MB}), worker ${heavy.toFixed(0)} MB (bar ${MOST_WORKER_MB})`)
  if (grown > MOST_SERVER_MB) failures.push('the server grew too much')
  if (heavy > MOST_WORKER_MB) failures.push('the worker grew too much')
  const left = readdirSync(join(dataDir, 'work')).filter((name) => name !== 'snapshot')
  if (left.length > 0) failures.push(`left behind: ${left.join(', ')}`)
} catch (error) {
  failures.push(String(error))
} finally {
  const ended = once(worker, 'exit')
  worker.kill('SIGTERM')
  await ended
  await stop()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(failures.length ? `FAILED: ${failures.join('; ')}` : 'passed')
process.exit(failures.length ? 1 : 0)
