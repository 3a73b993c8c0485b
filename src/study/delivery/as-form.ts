import { stageFile, type QcWorkspace } from '#qc'
import { identifier, literal } from '#qc/sql.ts'
import { snapshotColumns, type SnapshotForm } from '../record/snapshot.ts'
import { slotName } from '../record/table.ts'
import { slotIn, type Mapping } from './mapping.ts'

export type Delivered = {
  file: string
  mapping: Mapping
  form: SnapshotForm
  wanted: (name: string) => boolean
  /** Codes of the subjects whose rows may be read; without it, everybody's. */
  subjects?: readonly string[]
  most: number
  /** Where the rows go, as `snapshotColumns` names them. */
  to: string
}

/** The rows of a delivered file as records of its form would be: by the codes of the variables, of a long file a sample. Answers how many there are. */
export const writeAsForm = async (db: QcWorkspace, { file, mapping, form, wanted, subjects, most, to }: Delivered): Promise<number> => {
  const table = await stageFile(db, file, { name: 'delivered' })
  const columnOf = new Map(Object.entries(mapping).map(([column, target]) => [slotIn(target) ?? target, identifier(column)]))
  const cell = (target: string): string => columnOf.get(target) ?? 'NULL'
  const own: Readonly<Record<string, string>> = {
    'subject.id': cell('subject'),
    'visit.id': cell('visit'),
    'record.name': `concat_ws(' · ', ${cell('subject')}, ${cell('visit')})`,
    subject: cell('subject'),
    visit: cell('visit'),
    instance: `coalesce(${cell('instance')}, '1')`,
  }
  const slots = new Map(form.columns.map(({ name, slot }) => [name, slotName(slot)]))
  const value = (name: string): string => (slots.has(name) ? cell(slots.get(name) ?? '') : (own[name] ?? 'NULL'))
  const cells = snapshotColumns(form, wanted).map((name) => `(${value(name)})::VARCHAR AS ${identifier(name)}`)
  const seen = subjects ? `trim(${cell('subject')}) IN (${['', ...subjects].map(literal).join(', ')})` : 'true'
  const [counted] = await db.all<{ n: number }>(`SELECT count(*) AS n FROM ${table.relation} WHERE ${seen}`)
  const all = Number(counted?.n ?? 0)
  const sampled = all > most ? `AND "__row" % ${Math.ceil(all / most)} = 0` : ''
  await db.run(
    `COPY (SELECT ${cells.join(', ')} FROM ${table.relation} WHERE ${seen} ${sampled} ORDER BY "__row") TO ${literal(to)} (FORMAT csv, HEADER true)`,
  )
  return all
}
