import type { Database, Db } from '../db/database.ts'
import type { Actor } from '../model/context.ts'
import { enqueue } from '../task/enqueue.ts'
import { intake } from './intake.ts'
import type { Upload } from './record.ts'
import { aboutOf, subjectOf } from './target.ts'

type Owner = Pick<Actor, 'kind' | 'id' | 'departmentId'>
const HELD = 'SELECT 1 FROM upload WHERE id = $1 AND task IS NULL FOR UPDATE'
const STUDY = `SELECT task_study('study.subject', $1) AS study`
/** A file that is sent for a subject is of that study before it is anything else: its name is not for whoever sees every task. */
const studyOf = async (db: Db, { target }: Upload): Promise<number | null> => {
  const { subject } = aboutOf(target)
  return subject === undefined ? null : ((await db.query<{ study: number | null }>(STUDY, [String(subject)]))[0]?.study ?? null)
}

/** What is whole is taken in: asked for once. One that failed is run again as a task, not by asking how far the upload is. */
export const settle = async (database: Database, { kind, id, departmentId }: Owner, upload: Upload): Promise<void> => {
  if (upload.state !== 'complete' || upload.task !== null) return
  const order = { owner: { kind, id, departmentId }, title: upload.name, dedupeKey: upload.id, subject: subjectOf(upload.target) }
  await database.transaction(async (tx) => {
    if ((await tx.query(HELD, [upload.id])).length === 0) return
    const study = await studyOf(tx, upload)
    const task = await enqueue(tx, intake, { upload: upload.id, size: upload.size }, { ...order, study })
    await tx.query('UPDATE upload SET task = $2 WHERE id = $1', [upload.id, task])
  })
}
