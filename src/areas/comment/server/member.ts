import { fail } from '#kernel'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { HANDS, reachIn } from '#study/team.ts'

/** Those who work with records where they were made. An analyst asks for data and does not talk beside it. */
const TALKERS: readonly string[] = [...HANDS, 'monitor', 'auditor']

/** A member sees what their place in the team reaches; outside it, nothing is there. */
export const refuseUnplaced = async ({ db, actor }: Ctx, row: AnyRow, study: number): Promise<void> => {
  const reach = await reachIn(db, actor, study, TALKERS)
  if (reach !== 'all' && !reach.has(Number(row['department']))) throw fail('record.missing')
}

/** What a member has handed over is theirs alone among members, for as long as they hand data over in the study. */
export const refuseUnlessSent = async ({ db, actor }: Ctx, row: AnyRow, study: number): Promise<void> => {
  const reach = await reachIn(db, actor, study, HANDS)
  if (row['sender'] !== actor.id || (reach !== 'all' && reach.size === 0)) throw fail('record.missing')
}
