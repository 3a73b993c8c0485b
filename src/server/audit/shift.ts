import type { Db } from '../db/database.ts'

const LOCK = 7_340_024
const STATE = `SELECT greatest(coalesce((SELECT to_txid::text::numeric FROM audit_seal ORDER BY seq DESC LIMIT 1), 0),
    coalesce((SELECT txid::text::numeric FROM audit_entry ORDER BY txid DESC LIMIT 1), 0))::text AS last,
  audit_txid()::text AS now`

/**
 * A restored database counts its transactions anew, below those that the trail has: new entries would fall into sealed batches and break
 * the chain. From here on they count from its end. Answers whether that was needed.
 */
export const continueTrail = async (tx: Db): Promise<boolean> => {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  const [state] = await tx.query<{ last: string; now: string }>(STATE)
  if (BigInt(state!.last) < BigInt(state!.now)) return false
  await tx.query(`CREATE OR REPLACE FUNCTION audit_shift() RETURNS numeric LANGUAGE sql STABLE AS 'SELECT ${BigInt(state!.last)}::numeric'`)
  return true
}
