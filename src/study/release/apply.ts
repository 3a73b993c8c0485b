import { duckdb } from '#qc/dialect/duckdb.ts'
import type { QcWorkspace, StagedTable } from '#qc'
import type { MissingCodes } from '#qc/missing-codes.ts'
import { compileExpression } from '#qc/expression/compile.ts'
import { Shared, TableScope } from '#qc/scope.ts'
import { identifier, join, Sql } from '#qc/sql.ts'
import { hmacMacro, named, pseudonymOf, shiftOf, treated } from './treat.ts'
import { isSame, type Chosen, type Offered, type Plan } from './plan.ts'

/** A form of the study with its records as the engine has read them. */
export type FormTable = { id: number; code: string; table: StagedTable }
/** Persons with a record of this form that meets the expression; null: everybody with a record. */
export type Cohort = { form: number; expression: string } | null
export type Applying = {
  db: QcWorkspace
  tables: readonly FormTable[]
  offered: readonly Offered[]
  cohort: Cohort
  plan: Plan
  key: Buffer
  now: string
}
/** A form as it leaves: the table of the workspace that holds it, and its columns with what was done to each. */
export type Released = { id: number; code: string; relation: Sql; columns: readonly { chosen: Chosen; offered: Offered }[] }

const scopeOf = (table: StagedTable, missingCodes: MissingCodes, name: string): TableScope =>
  new TableScope(table, new Shared(table.relation, name, table), duckdb, missingCodes)
/** What means missing in one variable is a value of another. */
const codesOf = (offered: readonly Offered[], form: number): MissingCodes =>
  Object.fromEntries(offered.flatMap((one) => (one.form === form && one.missingCodes.length > 0 ? [[one.code, one.missingCodes]] : [])))

const cohortSql = ({ tables, offered, cohort, now }: Applying): Sql => {
  const all = join(
    tables.map(({ table }) => Sql`SELECT DISTINCT ${identifier('subject.id')} AS id FROM ${table.relation}`),
    ' UNION ',
  )
  const home = cohort && tables.find(({ id }) => id === cohort.form)
  if (!cohort || !home) return all
  const scope = scopeOf(home.table, codesOf(offered, home.id), 'c')
  const others = new Map(tables.map(({ id, code, table }, i) => [code, scopeOf(table, codesOf(offered, id), `o${i}x`)]))
  const [id, holds] = [scope.text('subject.id'), compileExpression(cohort.expression, { scope, now, others }, 'boolean')]
  return Sql`SELECT DISTINCT ${id} AS id FROM ${scope.shared.from([id, holds])} WHERE ${holds}`
}

/** What the study knows of a person and nobody outside may read. So short a text, or so short a number, stands in too many places by chance. */
export const knownSql = ({ tables, offered }: Pick<Applying, 'tables' | 'offered'>): Sql => {
  const parts = tables.flatMap(({ id, table }) => {
    const own = offered.filter((one) => one.form === id && one.sensitivity === 3 && table.columns.includes(one.code))
    return ['subject', ...own.map(({ code }) => code)]
      .filter((column) => table.columns.includes(column))
      .map((column) => Sql`SELECT ${identifier('subject.id')} AS id, trim(${identifier(column)}) AS known FROM ${table.relation}`)
  })
  return Sql`SELECT id, list(DISTINCT known) AS known FROM (${join(parts, ' UNION ALL ')})
    WHERE CASE WHEN regexp_full_match(known, '[0-9]+') THEN length(known) > 4 ELSE length(known) > 1 END GROUP BY id`
}

/** Who is in the cohort, and what each is called outside. */
const findPeople = async (applying: Applying): Promise<void> => {
  const { db, key } = applying
  await db.run(hmacMacro(key))
  await db.run(`CREATE OR REPLACE TEMP TABLE people AS SELECT c.id, ${pseudonymOf(Sql`'subject:' || c.id`)} AS subject, ${shiftOf(Sql`c.id`)} AS shift,
    coalesce(k.known, []) AS known FROM (${cohortSql(applying)}) c LEFT JOIN (${knownSql(applying)}) k ON k.id = c.id WHERE c.id IS NOT NULL`)
  await db.run('CREATE OR REPLACE TEMP TABLE cohort AS SELECT id FROM people')
}

const SITES: Readonly<Record<Plan['site'], (text: Sql) => Sql | null>> = {
  keep: (text) => text,
  pseudonym: (text) => Sql`CASE WHEN ${text} IS NULL THEN NULL ELSE ${pseudonymOf(Sql`'site:' || ${text}`)} END`,
  drop: () => null,
}
const HEADS = ['visit', 'instance'] as const

const releaseForm = async ({ db, offered, plan }: Applying, { id, code, table }: FormTable): Promise<Released | null> => {
  const columns = plan.variables.flatMap((chosen) => {
    const one = offered.find((other) => isSame(chosen, other))
    return chosen.form === id && one && table.columns.includes(one.code) && chosen.treatment.kind !== 'drop'
      ? [{ chosen, offered: one }]
      : []
  })
  if (columns.length === 0) return null
  const scope = scopeOf(table, [], 'r')
  const person = { shift: Sql`p.shift`, known: Sql`p.known` }
  const values = columns.flatMap(({ chosen: { treatment }, offered: one }) =>
    treatment.kind === 'drop' ? [] : [named(treated(scope, one, treatment, person), one.code)],
  )
  const site = table.columns.includes('department') ? SITES[plan.site](scope.text('department')) : null
  const heads = HEADS.map((name) => named(table.columns.includes(name) ? scope.text(name) : Sql`NULL::VARCHAR`, name))
  const subject = scope.text('subject.id')
  const select = join([Sql`p.subject`, ...heads, ...(site ? [named(site, 'site')] : []), ...values], ', ')
  const relation = identifier(`released_${id}`)
  // In the order of the pseudonyms: that of the records tells when each came in.
  await db.run(`CREATE OR REPLACE TEMP TABLE ${relation} AS SELECT ${select} FROM ${scope.shared.from([subject, select])} r
    JOIN people p ON p.id = ${subject} ORDER BY p.subject, "visit", "instance"`)
  return { id, code, relation, columns }
}

/** The plan carried out over the cohort: a table for each form that something of was asked for. */
export const applyPlan = async (applying: Applying): Promise<Released[]> => {
  await findPeople(applying)
  const released: Released[] = []
  for (const form of applying.tables) {
    const one = await releaseForm(applying, form)
    if (one) released.push(one)
  }
  return released
}
