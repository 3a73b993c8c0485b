import type { Db } from '../db/database.ts'

/**
 * A restored database counts its transactions anew, below those that the trail has: new entries would fall into sealed batches and break
 * the chain. From here on they count from its end. Answers whether that was needed.
 */
export const continueTrail = async (tx: Db): Promise<boolean> =>
  (await tx.query<{ moved: boolean }>('SELECT audit_continue() AS moved'))[0]!.moved
