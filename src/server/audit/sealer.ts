import { createHash } from 'node:crypto'
import type { Database, Db } from '../db/database.ts'
import { LIMITS } from '../db/limits.ts'

const LOCK = 7_340_022
const GENESIS = createHash('sha256').update('genesis').digest()
const BATCH = 5000

/** Length before content: joined text could be shifted between neighbouring fields without changing the hash. */
const FRAMED = [
  'id::text',
  'txid::text',
  'at::text',
  'actor_kind',
  'actor_id::text',
  'actor_name',
  'action',
  'resource',
  'record_id',
  'label',
  'changes::text',
  'reason',
  'request_id',
  'ip',
  'user_agent',
]
  .map((field) => `coalesce(octet_length(${field}) || ':' || ${field}, '-')`)
  .join(' || ')
const ENTRIES = `SELECT ${FRAMED} AS frame, txid::text AS txid FROM audit_entry WHERE txid >= $1::xid8 AND txid < $2::xid8 ORDER BY txid, id`

type Seal = { seq: number; fromTxid: string; toTxid: string; entries: number; previous: Buffer; hash: Buffer }
const SEALS = `SELECT seq, from_txid::text AS "fromTxid", to_txid::text AS "toTxid", entries, previous, hash FROM audit_seal`

const hashOf = (previous: Buffer, frames: readonly { frame: string }[]): Buffer => {
  const hash = createHash('sha256').update(previous)
  for (const { frame } of frames) hash.update(`${Buffer.byteLength(frame)}:`).update(frame)
  return hash.digest()
}

/** Chains what is committed. Only transactions below the oldest still open are taken, so no entry can appear behind a seal. */
const sealBatch = async (tx: Db): Promise<number> => {
  const [lock] = await tx.query<{ got: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS got', [LOCK])
  if (!lock?.got) return 0
  const [last] = await tx.query<Seal>(`${SEALS} ORDER BY seq DESC LIMIT 1`)
  const from = last?.toTxid ?? '0'
  const [bound] = await tx.query<{ to: string | null }>(
    `SELECT max(txid)::text AS to FROM (SELECT txid FROM audit_entry WHERE txid >= $1::xid8 AND txid < audit_bound() ORDER BY txid LIMIT ${BATCH}) x`,
    [from],
  )
  if (!bound?.to) return 0
  const to = String(BigInt(bound.to) + 1n)
  const frames = await tx.query<{ frame: string }>(ENTRIES, [from, to])
  const previous = last?.hash ?? GENESIS
  await tx.query('INSERT INTO audit_seal (seq, from_txid, to_txid, entries, previous, hash) VALUES ($1, $2::xid8, $3::xid8, $4, $5, $6)', [
    (last?.seq ?? 0) + 1,
    from,
    to,
    frames.length,
    previous,
    hashOf(previous, frames),
  ])
  return frames.length
}

const WAITING = `SELECT count(*) AS entries, coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS seconds FROM (
  SELECT at FROM audit_entry WHERE txid >= coalesce((SELECT to_txid FROM audit_seal ORDER BY seq DESC LIMIT 1), '0'::xid8) ORDER BY txid LIMIT 1000) x`
/** How many entries wait for their seal, counted to 1,000, and how old the oldest is. More than a few seconds: no sealer is at work. */
export const sealerLag = async (db: Db): Promise<{ entries: number; seconds: number }> =>
  (await db.query<{ entries: number; seconds: number }>(WAITING))[0]!

export type Sealer = { flush(): Promise<void>; stop(): Promise<void> }

export const startSealer = (database: Database, options: { everyMs?: number; onError?: (error: unknown) => void } = {}): Sealer => {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const flush = async () => {
    while ((await database.transaction(sealBatch, LIMITS.task)) >= BATCH) continue
  }
  const tick = () => {
    running = flush()
      .catch((error: unknown) => options.onError?.(error))
      .then(() => {
        if (!stopped) timer = setTimeout(tick, options.everyMs ?? 150)
      })
  }
  let timer = setTimeout(tick, 0)
  return {
    flush,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

export type Verdict = { ok: boolean; seals: number; entries: number; head: string; problem?: string }

/** Reads the whole trail again. Shares no state with the sealer beyond the frame of an entry. */
export const verifyTrail = async (db: Db): Promise<Verdict> => {
  let previous: Buffer = GENESIS
  let expected = '0'
  let entries = 0
  let seq = 0
  const broken = (problem: string): Verdict => ({ ok: false, seals: seq, entries, head: previous.toString('hex'), problem })
  for (;;) {
    const seals = await db.query<Seal>(`${SEALS} WHERE seq > $1 ORDER BY seq LIMIT 500`, [seq])
    if (seals.length === 0) break
    for (const seal of seals) {
      if (seal.seq !== seq + 1) return broken(`seal ${seq + 1} is missing`)
      seq = seal.seq
      if (!seal.previous.equals(previous) || seal.fromTxid !== expected) return broken(`seal ${seq} does not follow the one before it`)
      const frames = await db.query<{ frame: string }>(ENTRIES, [seal.fromTxid, seal.toTxid])
      if (frames.length !== seal.entries || !hashOf(previous, frames).equals(seal.hash))
        return broken(`the entries of seal ${seq} were changed`)
      entries += frames.length
      previous = seal.hash
      expected = seal.toTxid
    }
  }
  return { ok: true, seals: seq, entries, head: previous.toString('hex') }
}
