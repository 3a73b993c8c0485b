import type { Database, Db } from '../db/database.ts'
import { LIMITS } from '../db/limits.ts'
import { ENTRIES, GENESIS, SEALS, hashOf } from './seal.ts'
import type { Seal } from './seal.ts'

const LOCK = 7_340_022
const BATCH = 5000

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

// An entry may belong to an earlier moment, as the story of the demo does: nothing waits for longer than since the last seal.
const WAITING = `WITH last AS (SELECT to_txid, at FROM audit_seal ORDER BY seq DESC LIMIT 1),
  waiting AS (SELECT at FROM audit_entry WHERE txid >= coalesce((SELECT to_txid FROM last), '0'::xid8) ORDER BY txid LIMIT 1000)
  SELECT count(*) AS entries, CASE WHEN count(*) = 0 THEN 0 ELSE extract(epoch FROM
    clock_timestamp() - greatest(min(at), coalesce((SELECT at FROM last), (SELECT max(at) FROM audit_entry)))) END::float8 AS seconds FROM waiting`
/** How many entries wait for their seal, counted to 1,000, and for how many seconds. More than a few seconds: no sealer is at work. */
export const sealerLag = async (db: Db): Promise<{ entries: number; seconds: number }> =>
  (await db.query<{ entries: number; seconds: number }>(WAITING))[0]!

/** What is told of new seals: often, and once more at the end. */
type Witness = { writeSoon(): Promise<void>; write(): Promise<void> }
export type Sealer = { flush(): Promise<void>; stop(): Promise<void> }

export const startSealer = (
  database: Database,
  options: { everyMs?: number; witness?: Witness; onError?: (error: unknown) => void } = {},
): Sealer => {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const flush = async () => {
    while ((await database.transaction(sealBatch, LIMITS.task)) >= BATCH) continue
  }
  const tick = () => {
    running = flush()
      .then(() => options.witness?.writeSoon())
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
      await options.witness?.write().catch((error: unknown) => options.onError?.(error))
    },
  }
}
