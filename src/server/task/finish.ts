import { LANGUAGES, Refusal } from '#kernel'
import type { Words } from '#kernel'
import type { Db } from '../db/database.ts'
import { Hopeless } from './definition.ts'
import { Lost } from './fence.ts'
import type { Owned } from './fence.ts'
import { WAKE, note, tell } from './state.ts'
import type { State } from './state.ts'

const ROUSE = `CASE WHEN EXISTS (SELECT FROM task WHERE ended_at IS NULL AND depends_on <> '{}' AND depends_on @> ARRAY[$1::bigint])
  THEN pg_notify('${WAKE}', '') END`
const end = (set: string, data = `'{}'`, more = '') => `WITH t AS (UPDATE task SET ${set}, lease_until = NULL, seq = seq + 1
  WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id, seq, state, error, run_after, title, called -> 'title' AS called, owner_kind AS "ownerKind", owner_id AS "ownerId"), ${note(data, more)}`
const said = `jsonb_build_object('error', error)`
const SAYINGS = {
  done: end(`state = 'done', result = $3, error = NULL, progress = 1, ended_at = now()`, `'{}'`, `, ${ROUSE}`),
  failed: end(`state = 'failed', error = $3, ended_at = now()`, said),
  parked: end(`state = 'parked', error = $3, ended_at = now()`, said),
  again: end(
    `state = 'waiting', error = $3, run_after = now() + make_interval(secs => $4)`,
    `jsonb_build_object('error', error, 'runAfter', run_after)`,
  ),
  putOff: end(
    `state = 'waiting', tries = tries - 1, error = $3, run_after = now() + make_interval(secs => $4)`,
    `jsonb_build_object('error', error, 'runAfter', run_after)`,
  ),
  back: end(`state = 'waiting', tries = tries - 1, run_after = now()`),
  cancelled: end(`state = 'cancelled', ended_at = now()`),
}
/** A task that is no longer at work: how it stands, and whose it is. */
export type Ended = {
  id: number
  state: State
  title: string
  called: Words | null
  ownerKind: 'admin' | 'member' | 'system'
  ownerId: number | null
}
const move = async (db: Db, { id, attempt }: Owned, how: keyof typeof SAYINGS, ...more: unknown[]): Promise<Ended> => {
  const [ended] = await db.query<Ended>(SAYINGS[how], [id, attempt, ...more])
  if (!ended) throw new Lost(id)
  return ended
}

export const finishDone = (db: Db, owned: Owned, result: unknown): Promise<Ended> => move(db, owned, 'done', JSON.stringify(result ?? null))

/** What waits for it can never run: it is cancelled too, and what waits for that. */
const FALL = `WITH RECURSIVE fallen AS (SELECT $1::bigint AS id UNION
    SELECT o.id FROM task o JOIN fallen f ON o.depends_on @> ARRAY[f.id] WHERE o.ended_at IS NULL AND o.state = 'waiting' AND o.depends_on <> '{}'),
  t AS (UPDATE task SET state = 'cancelled', ended_at = now(), seq = seq + 1 FROM fallen WHERE task.id = fallen.id AND task.id <> $1 AND state = 'waiting'
    RETURNING task.id, seq, state), ${tell(`jsonb_build_object('because', $1::bigint)`)}`
export const cancelDependants = async (tx: Db, id: number): Promise<void> => void (await tx.query(FALL, [id]))

export const finishCancelled = async (tx: Db, owned: Owned): Promise<void> => {
  await move(tx, owned, 'cancelled')
  await cancelDependants(tx, owned.id)
}
/** The worker stops: nobody's fault, so the try is given back. */
export const handBack = (db: Db, owned: Owned): Promise<Ended> => move(db, owned, 'back')

const DISK_FULL: Words = {
  'zh-cn': '服务器磁盘已满，有空间后任务会自动继续',
  en: 'The disk of the server is full; the task goes on by itself when there is space',
}
const LOOK_AGAIN_SECONDS = 30
/** No space to work: nobody's fault either, so the try is given back, and it begins anew from its last checkpoint until there is some. */
export const putOff = (db: Db, owned: Owned): Promise<Ended> => move(db, owned, 'putOff', JSON.stringify(DISK_FULL), LOOK_AGAIN_SECONDS)

/** In every language; of a refusal its own sentences. */
export const wordsOf = (error: unknown): Words =>
  Object.fromEntries(
    LANGUAGES.map((language) => {
      const text =
        error instanceof Refusal
          ? error.sentence(language)
          : error instanceof Hopeless
            ? error.words[language]
            : error instanceof Error
              ? error.message
              : String(error)
      return [language, text.replaceAll('\0', '').toWellFormed().slice(0, 2000)]
    }),
  ) as Words

const LONGEST_PAUSE_SECONDS = 3600
export type Failure = { error: unknown; isHopeless: boolean; pauseSeconds: number }
/** Tried again after a pause that grows; parked when the tries are used up; failed at once where no try would mend it. */
export const finishFailed = (db: Db, owned: Owned & { tries: number; maxTries: number }, failure: Failure): Promise<Ended> => {
  const words = JSON.stringify(wordsOf(failure.error))
  if (failure.isHopeless) return move(db, owned, 'failed', words)
  if (owned.tries >= owned.maxTries) return move(db, owned, 'parked', words)
  return move(db, owned, 'again', words, Math.min(failure.pauseSeconds * 6 ** (owned.tries - 1), LONGEST_PAUSE_SECONDS))
}
