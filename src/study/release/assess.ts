import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stageFile, type QcWorkspace } from '#qc'
import { measure, suppress, type Anonymity } from './anonymity.ts'
import { applyPlan, type Applying, type FormTable } from './apply.ts'
import { lossOf, peopleIn, rowsIn, told, type Loss } from './figure.ts'
import { madeUpRows } from './made-up.ts'
import type { Offered } from './plan.ts'

type Figures = { subjects: number | null; rows: { form: string; rows: number | null }[] }
export type SampleTable = { form: string; columns: string[]; before: (string | null)[][]; after: (string | null)[][] }
/** What a plan would do, without a value of anybody: counts of five and more, how well people hide, what is lost, and made-up rows. */
export type Assessment = {
  before: Figures
  after: Figures
  anonymity: Omit<Anonymity, 'subjects' | 'classes' | 'exposed'> & { exposed: number | null }
  loss: Loss[]
  sample: SampleTable[]
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const stageMadeUp = async (db: QcWorkspace, forms: readonly FormTable[], offered: readonly Offered[]): Promise<FormTable[]> => {
  const staged: FormTable[] = []
  for (const { id, code } of forms) {
    const { columns, rows } = madeUpRows(offered.filter((one) => one.form === id))
    const file = join(db.directory, `made-up-${id}.csv`)
    await writeFile(file, [columns, ...rows].map((line) => `${line.map(quoted).join(',')}\n`).join(''))
    const read = { format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
    staged.push({ id, code, table: await stageFile(db, file, { ...read, name: `made-up-${id}` }) })
  }
  return staged
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
/** The plan carried out on made-up rows, before and after side by side. */
export const sampleOf = async (applying: Applying): Promise<SampleTable[]> => {
  const { db, plan, offered } = applying
  const wanted = new Set(plan.variables.map(({ form }) => form))
  const tables = await stageMadeUp(
    db,
    applying.tables.filter(({ id }) => wanted.has(id)),
    offered,
  )
  const released = await applyPlan({ ...applying, tables, cohort: null })
  const samples: SampleTable[] = []
  for (const { id, code, relation, columns } of released) {
    const codes = columns.map((column) => column.offered.code)
    const list = codes.map(quoted).join(', ')
    const own = tables.find((one) => one.id === id)
    const before = own ? await db.all(`SELECT "subject" AS "subject", ${list} FROM ${own.table.relation} ORDER BY "__row"`) : []
    const after = await db.all(`SELECT "subject", ${list} FROM ${relation} ORDER BY 1, "visit"`)
    const lines = (rows: readonly Record<string, unknown>[]) => rows.map((row) => ['subject', ...codes].map((name) => textOf(row[name])))
    samples.push({ form: code, columns: codes, before: lines(before), after: lines(after) })
  }
  return samples
}

export const assess = async (applying: Applying): Promise<Assessment> => {
  const { db, plan, tables } = applying
  const released = await applyPlan(applying)
  const figures = async (): Promise<Figures> => {
    const rows = []
    for (const one of released) rows.push({ form: one.code, rows: told(await rowsIn(db, one)) })
    return { subjects: told(await peopleIn(db)), rows }
  }
  const before = await figures()
  const { k, l, exposed } = await measure(db, released, plan)
  await suppress(db, released, plan)
  const after = await figures()
  const loss = await lossOf(db, released, tables)
  const isSmall = before.subjects === null
  const anonymity = { k: isSmall ? null : k, l: isSmall ? null : l, exposed: exposed === 0 ? 0 : told(exposed) }
  return { before, after, anonymity, loss, sample: await sampleOf(applying) }
}
