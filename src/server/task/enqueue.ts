import type { Db } from '../db/database.ts'
import type { Task } from './definition.ts'
import { WAKE, tell } from './state.ts'

export type Order = {
  title?: string
  /** The record that it is about. */
  subject?: { resource: string; record: string | number }
  /** Of which study it is, where the record that would say so is not there yet. */
  study?: number | null
  owner?: { kind: 'admin' | 'member' | 'system'; id: number | null; departmentId?: number | null }
  priority?: number
  runAfter?: Date
  maxTries?: number
  /** As long as one of the same kind and key waits or runs, asking again answers that one. */
  dedupeKey?: string
  dependsOn?: readonly number[]
  firing?: { schedule: string; at: string }
}

const INSERT = `WITH t AS (INSERT INTO task (kind, lane, input, title, resource, record, owner_kind, owner_id, department_id, priority, run_after, max_tries,
    dedupe_key, depends_on, schedule, fired_for, called, study, seq)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11, now()), $12, $13, $14, $15, $16, $17, $18, 1)
  ON CONFLICT DO NOTHING RETURNING id, seq, state),
  ${tell(`'{}'`)}`
const SAME = `SELECT id FROM task WHERE kind = $1 AND dedupe_key = $2 AND ended_at IS NULL`
const FIRED = 'SELECT 1 FROM task WHERE schedule = $1 AND fired_for = $2'

/** What waits for a cancelled task would wait for ever. The lock keeps it from being cancelled before we are committed. */
const refuseDeadEnds = async (db: Db, ids: readonly number[]): Promise<void> => {
  const rows = await db.query<{ id: number; state: string }>('SELECT id, state FROM task WHERE id = ANY($1::bigint[]) FOR SHARE', [ids])
  for (const id of ids) {
    const state = rows.find((row) => row.id === id)?.state ?? 'missing'
    if (state === 'missing' || state === 'cancelled') throw new Error(`A task cannot depend on task ${id}, which is ${state}`)
  }
}

/** Asks for work, in the caller's transaction if it has one. Answers the id of the task; undefined where a firing was made by another process. */
export const enqueue = async <Input>(db: Db, task: Task<Input>, input: Input, order: Order = {}): Promise<number | undefined> => {
  const { title = '', subject, owner, priority = 0, runAfter, maxTries = task.maxTries, dedupeKey, dependsOn = [], firing } = order
  if (dependsOn.length) await refuseDeadEnds(db, dependsOn)
  const values = [
    task.kind,
    task.lane,
    JSON.stringify(task.input.parse(input)),
    title.slice(0, 500),
    subject?.resource ?? null,
    subject ? String(subject.record) : null,
    owner?.kind ?? 'system',
    owner?.id ?? null,
    owner?.departmentId ?? null,
    priority,
    runAfter?.toISOString() ?? null,
    maxTries,
    dedupeKey ?? null,
    dependsOn,
    firing?.schedule ?? null,
    firing?.at ?? null,
    JSON.stringify({
      title: task.title,
      steps: task.steps.map(({ name }) => ({ name, words: task.words?.[name] })),
      ...(task.isAnswer ? { isAnswer: true } : {}),
      ...(task.isSaid ? { isSaid: true } : {}),
    }),
    order.study ?? null,
  ]
  for (;;) {
    const [made] = await db.query<{ id: number }>(INSERT, values)
    if (made) {
      if (!runAfter) await db.query('SELECT pg_notify($1, $2)', [WAKE, task.lane])
      return made.id
    }
    if (dedupeKey === undefined) return undefined
    const [same] = await db.query<{ id: number }>(SAME, [task.kind, dedupeKey])
    if (same) return same.id
    // The firing was made and has ended. What else is gone ended between the two: ask again.
    if (firing && (await db.query(FIRED, [firing.schedule, firing.at])).length > 0) return undefined
  }
}
