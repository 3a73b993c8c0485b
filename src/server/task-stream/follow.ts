import type { Actor, Ctx, Where } from '../model/context.ts'
import type { Db } from '../db/database.ts'
import type { EventStream } from '../http/stream.ts'
import { COMPLETE, printMarks } from './mark.ts'
import type { Marks } from './mark.ts'
import { visibleTasks } from './visible.ts'

/** An event is visible when its transaction is committed, and that may be as long as this after it was written. */
const LAG = `interval '60 s'`
const BATCH = 1000
type Row = { task: number; seq: number; kind: string; at: string; data: object } & About
/** Whose it is and what it is about: told with each change of state, so that a page can say what has ended. */
type About = {
  title: string
  called: object | null
  resource: string | null
  record: string | null
  ownerKind: string
  ownerId: number | null
  isAnswer: boolean
  isSaid: boolean
}
const aboutOf = (
  { title, called, resource, record, ownerKind, ownerId, isAnswer, isSaid }: About,
  { kind, id }: Actor,
  isDone: boolean,
) => ({
  title,
  called,
  resource,
  record,
  // The page that waits for an answer says that it is there.
  isMine: ownerKind === kind && ownerId === id && !isAnswer && !(isSaid && isDone),
})
/** One task with its log, or all that the reader sees, without logs. */
export type Wanted = { task?: number; marks?: Marks | undefined }
export type Follower = { pull(tasks?: readonly number[]): Promise<void> }

const nowInSeconds = (): number => Math.floor(Date.now() / 1000)
type Start = { complete: number; since: string; marks: Marks }
const startOf = async (db: Db, { where, params }: Where, marks: Marks | undefined): Promise<Start> => {
  if (marks) {
    // The latest event says nothing of what came before it: whoever was cut while hearing what was missed has had the tasks in their order, not the hours.
    const [row] = await db.query<{ complete: number; since: string }>(
      `SELECT floor(extract(epoch FROM n.at))::float8 AS complete, n.at - ${LAG} AS since FROM (SELECT coalesce(to_timestamp($3), max(e.at), now()) AS at
        FROM task_event e JOIN unnest($1::bigint[], $2::bigint[]) m (task, seq) USING (task, seq)) n`,
      [[...marks.keys()], [...marks.values()], marks.get(COMPLETE) ?? null],
    )
    marks.delete(COMPLETE)
    return { ...row!, marks }
  }
  const complete = nowInSeconds()
  // What is there already, the reader's own first question answers; what is written but not committed, only we shall see.
  const seen = await db.query<{ task: number; seq: number; since: string }>(
    `SELECT n.since, e.task, e.seq FROM (SELECT now() - ${LAG} AS since) n LEFT JOIN (SELECT e.task, max(e.seq) AS seq FROM task_event e
      JOIN task t ON t.id = e.task WHERE ${where} AND e.at >= now() - ${LAG} GROUP BY e.task) e ON TRUE`,
    params,
  )
  return { complete, since: seen[0]!.since, marks: new Map(seen.flatMap(({ task, seq }) => (task ? [[task, seq]] : []))) }
}

const NEWS = (scope: string, n: number) => `SELECT e.task, e.seq, e.kind, e.at, e.data, t.title, t.called -> 'title' AS called,
    t.resource, t.record, t.owner_kind AS "ownerKind", t.owner_id AS "ownerId", coalesce(t.called ? 'isAnswer', false) AS "isAnswer",
    coalesce(t.called ? 'isSaid', false) AS "isSaid" FROM task_event e JOIN task t ON t.id = e.task
  LEFT JOIN unnest($${n + 1}::bigint[], $${n + 2}::bigint[]) m (task, seq) ON m.task = e.task
  WHERE ${scope} AND e.seq > coalesce(m.seq, 0) AND ($${n + 3}::timestamptz IS NULL OR e.at >= $${n + 3} AND e.kind <> 'log')
    AND ($${n + 4}::bigint[] IS NULL OR e.task = ANY($${n + 4})) ORDER BY e.task, e.seq LIMIT ${BATCH}`

const hasEnded = async (db: Db, task: number): Promise<boolean> =>
  (await db.query('SELECT 1 FROM task WHERE id = $1 AND ended_at IS NOT NULL', [task])).length > 0

/**
 * Sends what is new to one reader, each event once and those of a task in their order. Who the reader is, is asked every time: rights may
 * have changed, the session may be over. The stream of one task that has ended is ended: a browser has six connections, and many pages.
 */
export const openFollower = async (system: Ctx, stream: EventStream, who: () => Promise<Actor>, wanted: Wanted): Promise<Follower> => {
  const { task } = wanted
  const { db } = system
  const start =
    task === undefined
      ? await startOf(db, await visibleTasks(system, await who()), wanted.marks)
      : { complete: 0, since: null, marks: wanted.marks ?? new Map<number, number>() }
  const { marks } = start
  // Whoever has heard this has missed nothing up to that moment. It moves on only when all that was missed is sent: sooner, a second cut would lose it.
  const sayComplete = (until: number, known: Marks): void =>
    stream.send({ id: printMarks(new Map([...known, [COMPLETE, until]])), event: 'open', data: {} })
  if (task === undefined) sayComplete(start.complete, marks)
  let isMarked = !wanted.marks
  let since: string | null = start.since
  const seenAt = new Map<number, string>()
  const forget = (): void => {
    if (since === null) return
    const before = new Date(Date.now() - 2 * 60_000).toISOString()
    if (before > since) since = before
    for (const [id, at] of seenAt)
      if (at < since) {
        seenAt.delete(id)
        marks.delete(id)
      }
  }
  const pullOnce = async (tasks: readonly number[] | null): Promise<number> => {
    const actor = await who()
    const { where, params } = await visibleTasks(system, actor)
    const values = [...params, [...marks.keys()], [...marks.values()], since, task === undefined ? tasks : [task]]
    const rows = await db.query<Row>(NEWS(where, params.length), values)
    for (const row of rows) {
      if (stream.isOver) return 0
      const { task: id, seq, kind, at, data } = row
      stream.send({
        id: `${id}:${seq}`,
        event: kind,
        data: { task: id, seq, at, ...data, ...(kind === 'state' ? aboutOf(row, actor, 'state' in data && data.state === 'done') : {}) },
      })
      marks.set(id, seq)
      seenAt.set(id, at)
      isMarked = false
    }
    return rows.length
  }
  return {
    pull: async (tasks) => {
      if (task !== undefined && tasks && !tasks.includes(task)) return
      // Asked before: of what has ended by now every event is there to be sent.
      const isLast = task !== undefined && (await hasEnded(db, task))
      const before = nowInSeconds()
      while (!stream.isOver && (await pullOnce(tasks ? [...tasks] : null)) === BATCH) continue
      if (isLast) stream.end()
      if (tasks) return
      forget()
      if (task === undefined && !isMarked) sayComplete(before, new Map())
      isMarked = true
    },
  }
}
