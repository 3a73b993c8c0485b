import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fail } from '#kernel'
import { contextOf } from '#server'
import type { Call, Ctx, Declare } from '#server'
import { holdFile } from '#server/storage/store.ts'
import type { Store } from '#server/storage/store.ts'
import { refuseFullDisk } from '#server/upload/place.ts'
import { targetOf } from '#server/upload/target.ts'
import { machineOf } from './machine.ts'
import type { Machine } from './machine.ts'

const GB = 1024 ** 3
const GATHER = 'gather.project'
const DELIVERY = 'gather.delivery'

type Staged = { path: string; sha256: string; size: number }
/** What is sent, safe on disk and hashed, before anything names it. */
const stageBody = async (store: Store, source: Readable, limit: number): Promise<Staged> => {
  const path = await store.stage()
  const hash = createHash('sha256')
  let size = 0
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > limit) throw fail('upload.tooLarge', { limit: `${Math.floor(limit / GB)} GB` })
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
    const file = await open(path)
    await file.sync().finally(() => file.close())
    return { path, sha256: hash.digest('hex'), size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const FOUND = 'SELECT id FROM gather_project WHERE code = $1 AND deleted_at IS NULL'
const TASK = 'SELECT task FROM gather_delivery WHERE id = $1'
const nameOf = (call: Call): string => {
  const given = String(call.query['name'] ?? '').slice(0, 255)
  const type = String(call.headers['content-type'] ?? '')
  return given || `delivery.${type.includes('ndjson') ? 'ndjson' : 'csv'}`
}

/** A file handed over by a machine. Sent again with the same key it is the same delivery. */
const push = async (call: Call, machine: Machine, source: Readable) => {
  const { config, database, store, engine } = call.backend
  const ctx = await contextOf(call, machine.actor)
  const [gather] = await database.query<{ id: number }>(FOUND, [call.params['key']])
  if (!gather || !machine.gathers.includes(gather.id)) throw fail('machine.gather', { code: call.params['key'] ?? '' })
  const { uploads } = targetOf(engine.registry, GATHER)
  await uploads.guard(ctx, gather.id)
  await refuseFullDisk(config.DATA_DIR, Number(call.headers['content-length'] ?? 0))
  const { path, sha256, size } = await stageBody(store, source, config.UPLOAD_MAX_GB * GB)
  const name = nameOf(call)
  const work = async (tx: Ctx): Promise<object> => {
    await holdFile(tx.db, sha256)
    await store.keep(path, sha256)
    const received = await uploads.receive(tx, { name, size, sha256, record: gather.id })
    const id: unknown = typeof received === 'object' && received !== null ? Reflect.get(received, 'delivery') : undefined
    const [row] = await tx.db.query<{ task: number | null }>(TASK, [id])
    return { id, task: row?.task ?? null, sha256, size }
  }
  const key = call.headers['idempotency-key']
  try {
    return await (typeof key === 'string' && key
      ? engine.once(ctx, `machine:${machine.id}:${key.slice(0, 100)}`, { gather: gather.id, sha256 }, work)
      : engine.write(ctx, work))
  } finally {
    await rm(path, { force: true })
  }
}

const MOST = 1000
/** The first lines of a list that the comparison left; the values in them stay here. */
const linesIn = async <T>(
  store: Store,
  diff: unknown,
  file: 'refused' | 'found',
  skip: number,
  read: (line: string) => T[],
): Promise<T[]> => {
  const files: unknown = typeof diff === 'object' && diff !== null ? Reflect.get(diff, 'files') : undefined
  const hash: unknown = typeof files === 'object' && files !== null ? Reflect.get(files, file) : undefined
  const rows: T[] = []
  if (typeof hash !== 'string') return rows
  for await (const line of createInterface({ input: createReadStream(store.pathOf(hash)), crlfDelay: Infinity })) {
    // One more than is told: so it is known that there are more.
    if (line === '' || rows.length > skip + MOST) break
    rows.push(...read(line))
  }
  return rows.slice(skip)
}
/** Which rows were not stored, and why. */
const refusedIn = (store: Store, diff: unknown, skip: number) =>
  linesIn(store, diff, 'refused', skip, (line) => {
    const { row, reason }: { row: number; reason: string } = JSON.parse(line)
    return [{ row, reason }]
  })
/** Which rows keep the delivery from being stored without a person, and by which rules. */
const stoppedIn = (store: Store, diff: unknown, skip: number) =>
  linesIn(store, diff, 'found', skip, (line) => {
    const { row, problems }: { row: number; problems: { rule: string; stops: boolean }[] } = JSON.parse(line)
    const rules = [...new Set(problems.flatMap(({ rule, stops }) => (stops ? [rule] : [])))]
    return rules.length ? [{ row, rules }] : []
  })

type Work = { state: string; error: Readonly<Record<string, string>> | null }
const WORK = 'SELECT state, error FROM task WHERE id = $1'
/** Whether a worker has it in hand or will, and why it came to nothing: nobody waits for what has failed. */
const workOn = async ({ db, language }: Ctx, task: unknown): Promise<{ working: boolean; error: string | null }> => {
  const [found] = await db.query<Work>(WORK, [task])
  const isFailed = found?.state === 'failed' || found?.state === 'parked'
  return {
    working: found?.state === 'waiting' || found?.state === 'running',
    error: isFailed ? (found.error?.[language] ?? found.state) : null,
  }
}

/** How far a delivery is, and which of its rows were not stored. */
const look = async (call: Call, machine: Machine) => {
  const ctx = await contextOf(call, machine.actor)
  const id = Number(call.params['key'])
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  const row = await ctx.engine.get(ctx, DELIVERY, id)
  if (!machine.gathers.includes(Number(row['gather']))) throw fail('record.missing')
  const { number, state, name, sha256, rowsIn, rowsStored, rowsChanged, rowsSame, rowsRejected, task } = row
  const skip = Number(call.query['skip'] ?? 0)
  if (!Number.isSafeInteger(skip) || skip < 0)
    throw fail('input.badValue', { field: 'skip', value: String(call.query['skip']).slice(0, 30) })
  const rejected = await refusedIn(call.backend.store, row['diff'], skip)
  const stopped = await stoppedIn(call.backend.store, row['diff'], skip)
  return {
    id,
    number,
    state,
    name,
    sha256,
    task,
    rowsIn,
    rowsStored,
    rowsChanged,
    rowsSame,
    rowsRejected,
    ...(await workOn(ctx, task)),
    rejected: rejected.slice(0, MOST),
    stopped: stopped.slice(0, MOST),
    /** There are further rows of one of the lists: ask again with `skip`. */
    more: rejected.length > MOST || stopped.length > MOST,
  }
}

const bearer = (call: Call) => machineOf(call.backend.database, call.headers.authorization)
/** Deliveries of machines, with a token instead of a session. */
export const intakeRoutes = ({ streaming }: Declare): void =>
  streaming(({ open: everybody }) => {
    everybody('POST', '/api/study/intake/:key', async (call, _, reply) => push(call, await bearer(call), reply.request.raw))
    everybody('GET', '/api/study/intake/:key', async (call) => look(call, await bearer(call)))
  })
