import { identifier } from '#qc/sql.ts'
import type { QcWorkspace, StagedTable } from '#qc'
import { slotsIn } from './mapping.ts'
import type { Mapping } from './mapping.ts'

/** Whose row it is, as the file says; the department is that of the subject, if there is one. */
export type Placed = { row: number; subject: string | null; visit: string | null; instance: string | null; department: number | null }
export type Values = Readonly<Record<string, string | null>>
export type AddedRow = Placed & { values: Values }
export type ChangedRow = Placed & { id: number; cells: readonly { slot: string; before: string | null; after: string | null }[] }
export type VanishedRow = Omit<Placed, 'row'> & { id: number }
/** What a rule says about a field of a row, by its slot; `stops`: the row is not handed over before it is corrected. */
export type Problem = { rule: string; field: string; stops: boolean }
export type FoundRow = Placed & { problems: readonly Problem[]; values: Values }
export type RefusedRow = Placed & { reason: string; values: Values }
/** What a page shows of a comparison without asking it again. */
export type Sample = {
  columns: readonly { name: string; values: readonly string[] }[]
  added: readonly AddedRow[]
  changed: readonly ChangedRow[]
  /** Records that earlier deliveries brought and this one lacks. */
  vanished: readonly VanishedRow[]
}

const SHOWN = 200
const FIRST_VALUES = 3
const LOOKED_AT = 50
const LONGEST = 200

export const PLACED = `p.r AS "row", j.code AS subject, j.visit_code AS visit, j.instance_text AS instance, j.department`
export const FROM = 'FROM paired p JOIN judged j ON j.r = p.r JOIN file f ON f.r = p.r'
/** Chosen before they are joined: otherwise every cell of the file is read to show some. */
const first = (kind: string): string =>
  FROM.replace('paired p', `(SELECT * FROM paired WHERE kind = '${kind}' ORDER BY r LIMIT ${SHOWN}) p`)
export const valuesOf = (mapping: Mapping): string => {
  const slots = slotsIn(mapping)
  return slots.length ? `{${slots.map((slot) => `'${slot}': f.${slot}`).join(', ')}}` : `'{}'::JSON`
}

/** A row that is not stored, with everything of it that the mapping names. */
export const REFUSED = (mapping: Mapping): string =>
  `SELECT ${PLACED}, p.reason, ${valuesOf(mapping)} AS "values" ${FROM} WHERE p.kind = 'refused' ORDER BY p.r`

type Raw = Record<string, unknown>
const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
const placed = (row: Raw): Placed => ({
  row: Number(row['row']),
  subject: text(row['subject']),
  visit: text(row['visit']),
  instance: text(row['instance']),
  department: number(row['department']),
})

const firstValues = async (db: QcWorkspace, table: StagedTable): Promise<Sample['columns']> => {
  const rows = await db.all(
    `SELECT ${table.columns.map(identifier).join(', ')} FROM ${table.relation} WHERE "__row" <= ${LOOKED_AT} ORDER BY "__row"`,
  )
  return table.columns.map((name) => ({
    name,
    values: rows.flatMap((row) => text(row[name])?.slice(0, LONGEST) || []).slice(0, FIRST_VALUES),
  }))
}

export const sampleOf = async (db: QcWorkspace, table: StagedTable, mapping: Mapping): Promise<Sample> => {
  const slots = slotsIn(mapping)
  const after = slots.map((slot) => `f.${slot} AS ${slot}`)
  const before = slots.map((slot) => `t.${slot} AS b_${slot}`)
  const select = (more: readonly string[]): string => [PLACED, ...more].join(', ')
  const added = await db.all(`SELECT ${select(after)} ${first('added')} ORDER BY p.r`)
  const changed = await db.all(
    `SELECT p.id, ${select([...after, ...before])} ${first('changed')} JOIN stored t ON t.id = p.id ORDER BY p.r`,
  )
  const vanished = await db.all(
    `SELECT id, code AS subject, visit_code AS visit, instance, department FROM vanished ORDER BY code, id LIMIT ${SHOWN}`,
  )
  return {
    columns: await firstValues(db, table),
    added: added.map((row) => ({ ...placed(row), values: Object.fromEntries(slots.map((slot) => [slot, text(row[slot])])) })),
    changed: changed.map((row) => ({
      ...placed(row),
      id: Number(row['id']),
      cells: slots
        .map((slot) => ({ slot, before: text(row[`b_${slot}`]), after: text(row[slot]) }))
        .filter((cell) => cell.before !== cell.after),
    })),
    vanished: vanished.map((row) => ({
      id: Number(row['id']),
      subject: text(row['subject']),
      visit: text(row['visit']),
      instance: Number(row['instance']) > 1 ? text(row['instance']) : null,
      department: number(row['department']),
    })),
  }
}
