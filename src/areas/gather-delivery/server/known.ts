import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from '#server/db/database.ts'
import { copyOut } from '#server/db/copy.ts'
import type { Known } from '#study/delivery/compare.ts'
import { heldRow } from '#study/lock/held.ts'
import { tableName } from '#study/record/table.ts'

type Place = { study: number; form: number; gather: number; slots: readonly string[] }

const statements = ({ study, form, gather, slots }: Place): Record<keyof Known, string> => ({
  subjects: `SELECT s.id, s.code, s.department, s.state, s.merged_into IS NOT NULL, ${heldRow(study, form, { subject: 's.id', visit: 'NULL' })}
    FROM study_subject s WHERE s.study = ${study} AND s.deleted_at IS NULL`,
  visits: `SELECT v.id, v.code, ${heldRow(study, form, { subject: 'NULL', visit: 'v.id' })} FROM study_visit v WHERE v.study = ${study} AND v.deleted_at IS NULL`,
  stored: `SELECT t.id, t.version, t.subject, coalesce(t.visit, 0), t.instance,
    CASE WHEN ${heldRow(study, form, { subject: 't.subject', visit: 't.visit', id: 't.id', delivery: 't.delivery_id' })} THEN 'locked' ELSE t.state END, d.id IS NOT NULL, g.record IS NOT NULL${slots.map((slot) => `, t."${slot}"`).join('')}
    FROM "record"."${tableName(form)}" t LEFT JOIN gather_delivery d ON d.id = t.delivery_id AND d.gather = ${gather}
      LEFT JOIN record_vanished g ON g.form = ${form} AND g.record = t.id
    WHERE t.deleted_at IS NULL AND t.entry = 1`,
})

/** What the study has now, as files of one moment. */
export const writeKnown = (database: Database, place: Place, folder: string): Promise<Known> =>
  database.withConnection(async (connection) => {
    const known = { subjects: join(folder, 'subjects.csv'), visits: join(folder, 'visits.csv'), stored: join(folder, 'stored.csv') }
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (const [name, text] of Object.entries(statements(place))) {
      const { stream } = copyOut(connection, `COPY (${text}) TO STDOUT (FORMAT csv)`)
      await pipeline(stream, createWriteStream(join(folder, `${name}.csv`), { mode: 0o600 }))
    }
    await connection.query('COMMIT')
    return known
  })
