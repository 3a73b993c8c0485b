import type { Db } from '../db/database.ts'
import { dropSchedule, keepSchedule } from '../task/schedule.ts'
import { HOUSE_ZONE } from '../zone.ts'

const NAME = 'system.backup'

/** The setting as a row that the workers follow; blank asks for nothing. */
export const followBackupCron = async (db: Db, cron: unknown): Promise<void> => {
  const text = typeof cron === 'string' ? cron.trim() : ''
  if (text === '') await dropSchedule(db, NAME)
  else await keepSchedule(db, { name: NAME, kind: 'duty.backup-create', input: {}, cron: text, zone: HOUSE_ZONE })
}
