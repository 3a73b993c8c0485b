import { OPEN_STATES } from '../finding/state.ts'
import type { Writer } from '../finding/step.ts'
import type { Rows } from '../reader.ts'

type Left = { id: number; asks: boolean }
const LEFT = `SELECT q.id, EXISTS (SELECT FROM finding f WHERE f.query = q.id AND f.state = ANY($2)) AS asks
  FROM query q WHERE q.id = ANY($1::bigint[]) AND q.state IN ('open', 'answered') ORDER BY q.id FOR UPDATE OF q`

/**
 * What is left of queries whose rule is gone. No run will ever prove anything about it: one that asks about nothing else is over, without proof;
 * the others say what they do not ask about any more. `write`: in the name of the system.
 */
export const leaveQueries = async (
  db: Rows,
  write: Writer,
  ids: readonly number[],
  { by, reason, at }: { by: number | null; reason: string | null; at: string },
): Promise<void> => {
  for (const { id, asks } of await db.query<Left>(LEFT, [ids, OPEN_STATES])) {
    if (!asks) await write.move('query', { id, to: 'closed' }, { closedAt: at, proved: false })
    await write.add('query.entry', { query: id, kind: asks ? 'remark' : 'closed', by, text: reason, facts: { isRetired: true } })
  }
}
