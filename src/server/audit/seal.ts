import { createHash } from 'node:crypto'

export const GENESIS = createHash('sha256').update('genesis').digest()

/** Length before content: joined text could be shifted between neighbouring fields without changing the hash. */
const framed = (fields: readonly string[]): string =>
  fields.map((field) => `coalesce(octet_length(${field}) || ':' || ${field}, '-')`).join(' || ')

/** All of an entry as one text. */
export const FRAME = framed([
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
])
/** The entries of the transactions [$1, $2). */
export const ENTRIES = `SELECT ${FRAME} AS frame FROM audit_entry WHERE txid >= $1::xid8 AND txid < $2::xid8 ORDER BY txid, id`

/** One link of the chain. `row` is all of it as one text, its time included, which the chain itself does not hold. */
export type Seal = { seq: number; fromTxid: string; toTxid: string; entries: number; previous: Buffer; hash: Buffer; row: string }
const SEAL_ROW = framed([
  'seq::text',
  'from_txid::text',
  'to_txid::text',
  'entries::text',
  `encode(previous, 'hex')`,
  `encode(hash, 'hex')`,
  'at::text',
])
export const SEALS = `SELECT seq, from_txid::text AS "fromTxid", to_txid::text AS "toTxid", entries, previous, hash, ${SEAL_ROW} AS row FROM audit_seal`

export const hashOf = (previous: Buffer, frames: readonly { frame: string }[]): Buffer => {
  const hash = createHash('sha256').update(previous)
  for (const { frame } of frames) hash.update(`${Buffer.byteLength(frame)}:`).update(frame)
  return hash.digest()
}
/** The hash of the rows of all seals up to this one, from that of those before it. */
export const rowsHash = (before: Buffer, { row }: Seal): Buffer => hashOf(before, [{ frame: row }])
