// Hands a file over to a gather project: `npm run -s study -- push FILE --to CODE`. The token comes from STUDY_TOKEN, the address from STUDY_URL.
import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const USAGE = `Usage: STUDY_TOKEN=… [STUDY_URL=http://localhost:8000] npm run -s study -- push FILE --to CODE
Answers 0 when it was stored or waits for somebody to accept it, 3 when it was quarantined, 1 when it was rejected or could not be read.`
const QUARANTINED = 3
const LOOK_MS = 1000

const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
const [verb, file] = positionals
const { STUDY_TOKEN: token, STUDY_URL: url = 'http://localhost:8000' } = process.env
if (verb !== 'push' || !file || !values.to || !token) {
  console.error(USAGE)
  process.exit(2)
}

type Answer = { code: number; msg: string; data: Record<string, unknown> | null }
const ask = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: { authorization: `Bearer ${token}`, server: '1', 'think-lang': 'en', ...init.headers },
  })
  const { code, msg, data }: Answer = JSON.parse(await response.text())
  if (code !== 1 || !data) throw new Error(msg)
  return data
}

/** The same file to the same place is the same delivery, however often a line is cut. */
const keyOf = async (path: string, code: string): Promise<string> => {
  const hash = createHash('sha256').update(`${code}\n`)
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

try {
  const query = new URLSearchParams({ name: basename(file) })
  const sent = await ask(`/api/study/intake/${encodeURIComponent(values.to)}?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': await keyOf(file, values.to) },
    body: await openAsBlob(file),
  })
  console.log(`delivery ${String(sent['id'])}, task ${String(sent['task'])}, SHA-256 ${String(sent['sha256'])}`)
  for (;;) {
    const { state, working, error, rowsIn, rowsStored, rowsChanged, rowsSame, rowsRejected, rejected, stopped } = await ask(
      `/api/study/intake/${String(sent['id'])}`,
    )
    if (error) throw new Error(`${String(state)}: ${String(error)}`)
    if (!working) {
      console.log(
        `${String(state)}: ${String(rowsIn)} rows, +${String(rowsStored)} ~${String(rowsChanged)} =${String(rowsSame)} ×${String(rowsRejected)}`,
      )
      for (const list of [rejected, stopped]) if (Array.isArray(list)) for (const row of list.slice(0, 20)) console.log(JSON.stringify(row))
      // A task that was cancelled leaves its delivery unread.
      const isUndone = state === 'rejected' || state === 'received' || state === 'reading'
      process.exit(state === 'quarantined' ? QUARANTINED : isUndone ? 1 : 0)
    }
    await pause(LOOK_MS)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
