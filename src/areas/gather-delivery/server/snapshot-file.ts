import { join } from 'node:path'
import { copyTables } from '#server/db/copy-tables.ts'
import type { Database } from '#server/db/database.ts'
import { snapshotSql } from '#study/record/snapshot.ts'
import type { SnapshotForm } from '#study/record/snapshot.ts'

/** The records of these forms at one moment, those of the sender's sites: of others a rule would tell what they have. */
export const writeSnapshots = async (
  database: Database,
  forms: readonly SnapshotForm[],
  sites: readonly number[] | null,
  folder: string,
) => {
  const where = sites === null ? '' : ` WHERE "department.id" = ANY('{${sites.map(Math.trunc).join(',')}}'::bigint[])`
  const files = forms.map((form) => ({ form, file: join(folder, `form${form.id}.csv`) }))
  const departments = join(folder, 'departments.csv')
  const tables = files.map(({ form, file }) => ({ file, text: `SELECT * FROM (${snapshotSql(form)}) x${where}` }))
  await copyTables(database, [...tables, { file: departments, text: 'SELECT id, code FROM department' }])
  return { snapshots: new Map(files.map(({ form, file }) => [form.id, file])), departments }
}
