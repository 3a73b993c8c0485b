import { refuse } from '#kernel'
import type { Db } from '#server/db/database.ts'
import type { AnyRow } from '#server/model/row.ts'
import { dropSchedule, keepSchedule, scheduleProblem } from '#server/task/schedule.ts'
import locale from '../locale.ts'

/** A run over a study takes its time, and says nothing new a moment later. */
const LEAST_MINUTES = 15
const SAID = { zone: 'badZone', cron: 'badCron', never: 'neverCron', often: 'oftenCron' } as const

type Asked = { cron?: string | null; zone?: string | null; study?: number | null }
export const refuseBadSchedule = ({ cron, zone, study }: Asked): void => {
  if (!cron?.trim()) return
  const clock = { cron: cron.trim(), zone: zone ?? '' }
  const problem = scheduleProblem(clock, LEAST_MINUTES)
  if (problem) throw refuse(locale, SAID[problem], { ...clock, minutes: LEAST_MINUTES })
  if (typeof study !== 'number') throw refuse(locale, 'cronStudy')
}

/** The clock of a set goes with the set: switched off or in the bin, it asks for nothing. */
export const followSchedule = async (db: Db, { id, cron, zone, status, deletedAt }: AnyRow): Promise<void> => {
  const name = `control.set.${id}`
  const clock = { cron: typeof cron === 'string' ? cron.trim() : '', zone: String(zone) }
  if (clock.cron === '' || status !== true || deletedAt) await dropSchedule(db, name)
  else await keepSchedule(db, { ...clock, name, kind: 'qc.schedule', input: { set: id } })
}
