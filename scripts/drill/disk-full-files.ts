// Data files while the disk is full: those that have arrived and wait for a worker, one that is on its way, and one that is only now begun.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findEmbedded } from '../../src/server/db/embedded.ts'
import { Store } from '../../src/server/storage/store.ts'

const MB = 1_000_000
const PATIENCE_MS = 30_000
const WAITING = 5
/** More than is left of the disk when it is full. */
const LARGE = 24 * MB
const SENT_BEFORE = 6 * MB

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** A table that DuckDB has to stage; `n` makes each another content. */
const table = (n: number, bytes: number): Buffer => {
  const lines = ['id,name,value']
  for (let size = 0, i = 0; size < bytes; i++) {
    const line = `${i},subject ${n}-${i},${(i * 7919 + n) % 1000}`
    lines.push(line)
    size += line.length + 1
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}
type Setting = { address: string; dataDir: string; env: NodeJS.ProcessEnv; token: () => string }
type Sent = { name: string; content: Buffer; location: string }

export const prepareFiles = async ({ address, dataDir, env, token }: Setting) => {
  const headers = () => ({ server: '1', batoken: token(), 'tus-resumable': '1.0.0', 'think-lang': 'en' })
  const begin = async (name: string, size: number) => {
    const metadata = `filename ${Buffer.from(name).toString('base64')},target ${Buffer.from('datafile').toString('base64')}`
    const answer = await fetch(`${address}/admin/upload`, {
      method: 'POST',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { ...headers(), 'upload-length': String(size), 'upload-metadata': metadata },
    })
    return { status: answer.status, location: answer.headers.get('location') ?? '' }
  }
  const send = async (location: string, offset: number, part: Buffer): Promise<number> => {
    const answer = await fetch(address + location, {
      method: 'PATCH',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { ...headers(), 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: new Uint8Array(part),
    }).catch((error: Error) => {
      throw new Error('a part of a data file was not answered', { cause: error })
    })
    await answer.text()
    return answer.status
  }
  const offsetOf = async (location: string): Promise<number> => {
    const answer = await fetch(address + location, { method: 'HEAD', headers: headers(), signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : -1
  }

  const urls = findEmbedded(dataDir)
  if (!urls) throw new Error('there is no database')
  const ask = async <T extends object>(text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: urls.url })
    await client.connect()
    try {
      return (await client.query<T>(text)).rows
    } finally {
      await client.end()
    }
  }
  let worker: ChildProcess | undefined
  let isOver = false
  /** Started again when it ends, as the supervisor does it. */
  const launch = (): void => {
    if (isOver) return
    worker = spawn(process.execPath, ['src/worker/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    worker.once('exit', () => setTimeout(launch, 1000))
  }
  launch()
  while (!(await ask<{ n: number }>('SELECT count(*)::int AS n FROM worker'))[0]?.n) await sleep(200)
  // It begins with what arrives when the disk is full.
  worker?.kill('SIGSTOP')
  const sent: Sent[] = []
  for (let n = 0; n <= WAITING; n++) {
    const content = table(n, n < WAITING ? 2 * MB : LARGE)
    const { location } = await begin(`${n}.csv`, content.length)
    await send(location, 0, n < WAITING ? content : content.subarray(0, SENT_BEFORE))
    sent.push({ name: `${n}.csv`, content, location })
  }
  const large = sent[WAITING]
  if (!large) throw new Error('nothing was sent')
  const store = new Store(dataDir)

  return {
    begin: () => void worker?.kill('SIGCONT'),
    /** With the disk full: the large file goes on, another one is begun. */
    disturb: async () => {
      const before = await offsetOf(large.location)
      const going = await send(large.location, before, large.content.subarray(before))
      const begun = (await begin('new.csv', 30 * MB)).status
      return { going, begun }
    },
    states: () =>
      ask<{ kind: string; state: string; tries: number; error: string | null; n: number }>(
        `SELECT kind, state, max(tries) AS tries, max(error ->> 'en') AS error, count(*)::int AS n FROM task WHERE kind IN ('upload.intake', 'datafile.read') GROUP BY 1, 2`,
      ),
    /** With space again: the large file is sent to its end. Whether all have become data files that were read. */
    resume: async (): Promise<boolean> => {
      const at = await offsetOf(large.location)
      return at === large.content.length || (at >= 0 && (await send(large.location, at, large.content.subarray(at))) === 204)
    },
    isDone: async (): Promise<boolean> => {
      const rows = await ask<{ n: number }>(`SELECT count(*)::int AS n FROM datafile WHERE state = 'staged'`)
      return rows[0]?.n === sent.length
    },
    /** What was acknowledged and what is there. */
    count: async () => {
      const versions = await ask<{ name: string; sha256: string }>('SELECT name, sha256 FROM datafile_version ORDER BY id')
      let whole = 0
      for (const { name, content } of sent) {
        const hash = versions.find((version) => version.name === name)?.sha256
        if (hash !== sha256(content)) continue
        if (sha256(readFileSync(store.pathOf(hash))) === hash) whole++
      }
      const gaps = await ask(`SELECT t.id FROM task t LEFT JOIN task_event e ON e.task = t.id GROUP BY t.id
        HAVING count(e.seq) <> t.seq OR coalesce(sum(jsonb_array_length(e.data -> 'lines')) FILTER (WHERE e.kind = 'log'), 0) <> t.log_lines`)
      const left = ['staging', 'upload'].flatMap((folder) => readdirSync(join(dataDir, 'storage', folder)))
      return { sent: sent.length, versions: versions.length, whole, gaps: gaps.length, left: left.length }
    },
    stop: async () => {
      isOver = true
      if (!worker || worker.exitCode !== null) return
      const ended = once(worker, 'exit')
      worker.kill('SIGTERM')
      await ended
    },
  }
}
