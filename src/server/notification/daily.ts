import type { Db } from '../db/database.ts'
import { HOSPITAL_ZONE } from '../zone.ts'
import type { NotificationKind } from './kind.ts'
import type { Recipient } from './notify.ts'

const TOLD = `SELECT owner_kind AS kind, owner_id AS id FROM notification WHERE kind = $1 AND key = $2 AND (at AT TIME ZONE $3)::date = $4::date`
const isSame = (a: Recipient) => (b: Recipient) => a.kind === b.kind && a.id === b.id

/** Everybody once. */
export const eachOnce = (people: readonly Recipient[]): Recipient[] => people.filter((person, i) => people.findIndex(isSame(person)) === i)

/** Of these people, who has not been told of it on this day of the house: a reminder that is run again reminds nobody twice. */
export const notToldOn = async (
  db: Db,
  day: string,
  { kind }: NotificationKind,
  key: string,
  people: readonly Recipient[],
): Promise<Recipient[]> => {
  const told = await db.query<Recipient>(TOLD, [kind, key, HOSPITAL_ZONE, day])
  return people.filter((person) => !told.some(isSame(person)))
}
