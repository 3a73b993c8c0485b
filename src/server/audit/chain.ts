import type { Db } from '../db/database.ts'
import { ENTRIES, GENESIS, SEALS, hashOf, rowsHash } from './seal.ts'
import type { Seal } from './seal.ts'

/** How far the chain was read. */
export type Link = { seal: Seal | undefined; count: number; entries: number; rows: Buffer; head: Buffer }
export type Watch = (link: Link) => Promise<void>
export const firstLink = (): Link => ({ seal: undefined, count: 0, entries: 0, rows: GENESIS, head: GENESIS })

/** Reads the whole chain again; answers what is wrong with it. Shares no state with the sealer beyond the frame of an entry. */
export const walkChain = async (db: Db, link: Link, watch: Watch): Promise<string | undefined> => {
  await watch(link)
  for (;;) {
    const seals = await db.query<Seal>(`${SEALS} WHERE seq > $1 ORDER BY seq LIMIT 500`, [link.count])
    if (seals.length === 0) return undefined
    for (const seal of seals) {
      if (seal.seq !== link.count + 1) return `seal ${link.count + 1} is missing`
      if (!seal.previous.equals(link.head) || seal.fromTxid !== (link.seal?.toTxid ?? '0'))
        return `seal ${seal.seq} does not follow the one before it`
      const frames = await db.query<{ frame: string }>(ENTRIES, [seal.fromTxid, seal.toTxid])
      if (frames.length !== seal.entries || !hashOf(link.head, frames).equals(seal.hash))
        return `the entries of seal ${seal.seq} were changed`
      Object.assign(link, { seal, count: seal.seq, entries: link.entries + seal.entries, rows: rowsHash(link.rows, seal), head: seal.hash })
      await watch(link)
    }
  }
}
