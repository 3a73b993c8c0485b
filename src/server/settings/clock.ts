import type { FieldProblem } from '#kernel'
import type { Db } from '../db/database.ts'
import { dropSchedule, keepSchedule, scheduleProblem } from '../task/schedule.ts'
import { HOSPITAL_ZONE } from '../zone.ts'

/** Settings that hold a cron expression: the row of `schedule` that each keeps, the task that it asks for, and how often at most. */
type Clock = { schedule: string; kind: string; minutes: number }
const CLOCKS: Readonly<Record<string, Clock>> = {
  // A backup reads everything: more often it would do nothing else.
  backup_cron: { schedule: 'system.backup', kind: 'duty.backup-create', minutes: 60 },
  query_remind_cron: { schedule: 'query.remind', kind: 'query.remind', minutes: 60 },
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const clockFlaw = (setting: string, value: unknown): Omit<FieldProblem, 'field'> | null => {
  const clock = CLOCKS[setting]
  const cron = textOf(value)
  const problem = clock && cron !== '' ? scheduleProblem({ cron, zone: HOSPITAL_ZONE }, clock.minutes) : null
  return clock && problem ? { key: problem === 'often' ? 'cronOften' : 'cron', params: { minutes: clock.minutes } } : null
}

/** The setting as a row that the workers follow; blank asks for nothing. */
export const followClock = async (db: Db, setting: string, value: unknown): Promise<void> => {
  const clock = CLOCKS[setting]
  if (!clock) return
  const { schedule: name, kind } = clock
  const cron = textOf(value)
  if (cron === '') await dropSchedule(db, name)
  else await keepSchedule(db, { name, kind, input: {}, cron, zone: HOSPITAL_ZONE })
}
