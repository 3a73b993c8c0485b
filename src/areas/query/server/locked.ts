import type { Condition } from '#kernel'
import type { Ctx } from '#server'
import type { Answer } from '#server/model/half.ts'
import type { Model } from '#server/model/model.ts'
import { lockedAmong } from '#study/lock/said.ts'

type Waiting = { id: number; study: number } & Record<'form' | 'record' | 'subject' | 'datafile' | 'delivery', number | null>
const WAITING = `SELECT q.id, q.study, q.form, q.record, q.subject, q.datafile, q.delivery FROM query q WHERE q.state IN ('open', 'answered')
  AND EXISTS (SELECT 1 FROM study_lock l WHERE l.study = q.study AND l.level = 'lock' AND l.state <> 'lifted')`

/** Whether it still waits, and behind a lock: there nobody answers. Where a record stands is in the table of its form, so they are looked for first. */
const where = async ({ db }: Ctx, _: Model, { value }: Condition) => {
  const found = await lockedAmong(db, await db.query<Waiting>(WAITING))
  return { where: `${value === true ? '' : 'NOT '}t.id = ANY($1::bigint[])`, params: [[...found].map(({ id }) => id)] }
}

/** What can still be answered, as a filter. */
export const ANSWERABLE = { field: 'locked', operator: '=', val: '0' } as const
export const asks = { locked: { where } } satisfies Record<string, Answer>
