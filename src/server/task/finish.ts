import { LANGUAGES, Refusal } from '#kernel'
import type { Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import { Hopeless } from './definition.ts'
import type { Outcome } from './definition.ts'
import { ENDED, settle } from './ending.ts'
import type { Ended } from './ending.ts'
import { Lost } from './fence.ts'
import type { Owned } from './fence.ts'
import { WAKE, note, tell } from './state.ts'
import { tellEnd } from './tell-end.ts'

const ROUSE = `CASE WHEN EXISTS (SELECT FROM task WHERE ended_at IS NULL AND depends_on <> '{}' AND depends_on @> ARRAY[$1::bigint])
  THEN pg_notify('${WAKE}', '') END`
const end = (set: string, data = `'{}'`, more = '') => `WITH t AS (UPDATE task SET ${set}, lease_until = NULL, seq = seq + 1
  WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING ${ENDED}, run_after), ${note(data, more)}`
const said = `jsonb_build_object('error', error)`
const SAYINGS = {
  done: end(
    `state = 'done', result = $3, error = NULL, progress = 1, ended_at = now()`,
    `jsonb_strip_nulls(jsonb_build_object('outcome', $4::jsonb))`,
    `, ${ROUSE}`,
  ),
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
const move = async (db: Db, { id, attempt }: Owned, how: keyof typeof SAYINGS, ...more: unknown[]): Promise<Ended> => {
  const [ended] = await db.query<Ended>(SAYINGS[how], [id, attempt, ...more])
  if (!ended) throw new Lost(id)
  return ended
}

export const finishDone = (db: Db, owned: Owned, result: unknown, outcome: Outcome | null = null): Promise<Ended> =>
  move(db, owned, 'done', JSON.stringify(result ?? null), outcome && JSON.stringify(outcome))

/** What waits for it can never run: it is cancelled too, and what waits for that. */
const FALL = `WITH RECURSIVE fallen AS (SELECT $1::bigint AS id UNION
    SELECT o.id FROM task o JOIN fallen f ON o.depends_on @> ARRAY[f.id] WHERE o.ended_at IS NULL AND o.state = 'waiting' AND o.depends_on <> '{}'),
  t AS (UPDATE task SET state = 'cancelled', ended_at = now(), seq = seq + 1 FROM fallen WHERE task.id = fallen.id AND task.id <> $1 AND state = 'waiting'
    RETURNING ${ENDED}), ${tell(`jsonb_build_object('because', $1::bigint)`)}`
export const cancelDependants = async (ctx: Ctx, id: number): Promise<void> => settle(ctx, await ctx.db.query<Ended>(FALL, [id]))

export const finishCancelled = async (ctx: Ctx, owned: Owned): Promise<void> => {
  await settle(ctx, [await move(ctx.db, owned, 'cancelled')])
  await cancelDependants(ctx, owned.id)
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
export const finishFailed = async (ctx: Ctx, owned: Owned & { tries: number; maxTries: number }, failure: Failure): Promise<void> => {
  const words = JSON.stringify(wordsOf(failure.error))
  const isLast = failure.isHopeless || owned.tries >= owned.maxTries
  if (!isLast)
    return void (await move(ctx.db, owned, 'again', words, Math.min(failure.pauseSeconds * 6 ** (owned.tries - 1), LONGEST_PAUSE_SECONDS)))
  const ended = await move(ctx.db, owned, failure.isHopeless ? 'failed' : 'parked', words)
  await tellEnd(ctx.db, ended)
  await settle(ctx, [ended])
}
