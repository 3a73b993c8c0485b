import type { Rows } from '../reader.ts'
import { snapshotForms, snapshotSql, type SnapshotForm } from '../record/snapshot.ts'
import { tableName } from '../record/table.ts'
import { formPlace } from './source.ts'

/** What a run over a study saw: at which moment, in words of the database, by which dictionary, and how many records of each form. */
export type Read = { dictionary: number; moment: string; finishedAt: string; forms: readonly { place: string; rows: number }[] }

/**
 * A value changed, or a record deleted, that the run did not see. What was under way while it read is told by the moment alone; the time stands
 * in for it in a database that was restored, whose transactions are counted anew. A record that was only verified or signed says the same.
 */
const CHANGED = (form: number) => `SELECT 1 FROM "record"."${tableName(form)}" r
  WHERE (NOT pg_visible_in_snapshot(r.changed_tx, $1::pg_snapshot) OR r.updated_at > $2::timestamptz OR r.deleted_at > $2::timestamptz)
    AND (r.deleted_at IS NOT NULL OR EXISTS (SELECT 1 FROM value_change c WHERE c.form = $3 AND c.record = r.id
      AND (NOT pg_visible_in_snapshot(c.tx, $1::pg_snapshot) OR c.at > $2::timestamptz))) LIMIT 1`

const isFormOlder = async (db: Rows, form: SnapshotForm, { moment, finishedAt, forms }: Read): Promise<boolean> => {
  const [now] = await db.query<{ n: number | string }>(`SELECT count(*) AS n FROM (${snapshotSql(form)}) t`, [])
  if (Number(now?.n ?? 0) !== forms.find(({ place }) => place === formPlace(form.id))?.rows) return true
  return (await db.query(CHANGED(form.id), [moment, finishedAt, form.id])).length > 0
}

/** Whether the study's data are not what the run read. */
export const isOlder = async (db: Rows, study: number, read: Read): Promise<boolean> => {
  const published = await snapshotForms(db, study)
  if (!published || published.dictionary !== read.dictionary) return true
  for (const form of published.forms) if (await isFormOlder(db, form, read)) return true
  return false
}
