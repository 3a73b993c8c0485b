import { Cron } from 'croner'
import { sqlState } from '../db/database.ts'
import type { Database, Db } from '../db/database.ts'
import type { AnyTask, Task } from './definition.ts'
import { enqueue } from './enqueue.ts'

/** A task that the clock asks for. The zone is part of it: three at night is another moment in another one, and twice a year no moment at all. */
export type Schedule = { name: string; cron: string; zone: string; task: AnyTask; input: unknown }
export const defineSchedule = <Input>(given: Omit<Schedule, 'task' | 'input'> & { task: Task<Input>; input: Input }): Schedule => {
  nextAfter(given, new Date())
  return given
}

export const nextAfter = ({ cron, zone }: Pick<Schedule, 'cron' | 'zone'>, from: Date): Date => {
  const next = new Cron(cron, { timezone: zone }).nextRun(from)
  if (!next) throw new Error(`The schedule “${cron}” never comes`)
  return next
}

type Clock = Pick<Schedule, 'cron' | 'zone'>
const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== ''
  } catch {
    return false
  }
}
const comingOf = ({ cron, zone }: Clock, count: number): Date[] | null => {
  try {
    return new Cron(cron, { timezone: zone, mode: '5-part' }).nextRuns(count)
  } catch {
    return null
  }
}
const LOOKED_AT = 50
/** What is wrong with a schedule that somebody typed: its zone, what it says, that it never comes, or that it comes more often than every so many minutes. */
export const scheduleProblem = (clock: Clock, leastMinutes: number): 'zone' | 'cron' | 'never' | 'often' | null => {
  if (!isZone(clock.zone)) return 'zone'
  const coming = comingOf(clock, LOOKED_AT)
  if (!coming) return 'cron'
  if (coming.length === 0) return 'never'
  return coming.some((at, i) => i > 0 && at.getTime() - (coming[i - 1]?.getTime() ?? 0) < leastMinutes * 60_000) ? 'often' : null
}

/** When it comes from `from` on and before `to`; null where that is more than `most` times, or nobody can read it. */
export const firingsIn = ({ cron, zone }: Clock, from: Date, to: Date, most: number): Date[] | null => {
  try {
    const clock = new Cron(cron, { timezone: zone })
    const firings: Date[] = []
    for (let at = clock.nextRun(from); at && at < to; at = clock.nextRun(at)) {
      if (firings.length === most) return null
      firings.push(at)
    }
    return firings
  } catch {
    return null
  }
}

const SYNC = `INSERT INTO schedule AS s (name, cron, zone, kind, input, next_at) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (name) DO UPDATE SET cron = excluded.cron, zone = excluded.zone, kind = excluded.kind, input = excluded.input,
    next_at = CASE WHEN (s.cron, s.zone) = (excluded.cron, excluded.zone) THEN s.next_at ELSE excluded.next_at END
  WHERE (s.cron, s.zone, s.kind, s.input) IS DISTINCT FROM (excluded.cron, excluded.zone, excluded.kind, excluded.input)`
/** The schedules of the program as rows; whether one is enabled is the row's own. */
export const syncSchedules = async (db: Db, schedules: readonly Schedule[]): Promise<void> => {
  for (const one of schedules)
    await db.query(SYNC, [one.name, one.cron, one.zone, one.task.kind, JSON.stringify(one.input), nextAfter(one, new Date())])
}

/** One that somebody made, in their transaction; `kind` is the task that it asks for. */
export const keepSchedule = async (
  db: Db,
  { name, kind, input, ...clock }: Clock & { name: string; kind: string; input: unknown },
): Promise<void> => void (await db.query(SYNC, [name, clock.cron, clock.zone, kind, JSON.stringify(input), nextAfter(clock, new Date())]))
export const dropSchedule = async (db: Db, name: string): Promise<void> =>
  void (await db.query('DELETE FROM schedule WHERE name = $1', [name]))

type Due = { name: string; cron: string; zone: string; kind: string; input: unknown; at: string }
const DUE = `SELECT name, cron, zone, kind, input, next_at AS at FROM schedule WHERE enabled AND next_at <= now() AND kind = ANY($1::text[])
  ORDER BY next_at FOR UPDATE SKIP LOCKED`
/** Of the database's moment and ours the later one: judged by a clock that is behind, the same firing would be asked for again. */
const laterThan = (at: string): Date => new Date(Math.max(Date.now(), new Date(at).getTime()))
const fire = async (tx: Db, task: AnyTask, { name, cron, zone, input, at }: Due): Promise<void> => {
  await enqueue(tx, task, input, { firing: { schedule: name, at }, dedupeKey: `schedule:${name}` })
  await tx.query('UPDATE schedule SET next_at = $2 WHERE name = $1', [name, nextAfter({ cron, zone }, laterThan(at))])
}
const LATER = `UPDATE schedule SET next_at = now() + interval '1 hour' WHERE name = $1`
/**
 * Makes the tasks that are due. Of many processes one holds the row, and the firing is unique: it is made once. What was missed while nobody
 * worked is made up for once, not as often as it was missed; while the last one is still at work, no other is made.
 * One that cannot be read is said and set aside for an hour: the others must not wait for it.
 */
export const fireDue = (database: Database, tasks: ReadonlyMap<string, AnyTask>, onError: (error: unknown) => void): Promise<number> =>
  database.transaction(async (tx) => {
    const due = await tx.query<Due>(DUE, [[...tasks.keys()]])
    for (const one of due) {
      await tx.query('SAVEPOINT firing')
      try {
        await fire(tx, tasks.get(one.kind)!, one)
      } catch (error) {
        await tx.query('ROLLBACK TO SAVEPOINT firing')
        // What the database says of itself passes; what the row says does not.
        if (sqlState(error) !== undefined) throw error
        await tx.query(LATER, [one.name])
        onError(new Error(`the schedule ${one.name} cannot be fired; it is tried again in an hour`, { cause: error }))
      }
      await tx.query('RELEASE SAVEPOINT firing')
    }
    return due.length
  })
