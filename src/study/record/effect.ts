import { hospitalNow, oddityOf } from '#kernel'
import type { Oddity } from '#kernel'
import { evaluateExpression } from '#qc/language.ts'
import { expressionProblems } from '../dictionary/expression.ts'
import { wordsIn } from '../word.ts'
import { fieldOf } from './definition.ts'
import { slotName, tableName } from './table.ts'
import { rowOf, type Values } from './value.ts'
import type { Rows } from '../reader.ts'
import type { VariableChange } from '../dictionary/difference.ts'
import type { StoredContent } from '../dictionary/load.ts'

/**
 * Of a variable that changed: how many values there are, how many would be read as odd from now on or be asked for no more, and which rules
 * name it that is gone. Nothing is rewritten.
 */
export type Effect = {
  form: string
  slot: number
  code: string
  values: number
  odd: Partial<Record<Oddity, number>>
  hidden: number
  /** Findings that tell a value of it, which is hidden from now on from whoever does not read it. */
  told: number
  rules: string[]
}
/** Whose data is counted: those of these departments. */
export type Reach = 'all' | readonly number[]

const EXISTS = `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
  WHERE n.nspname = 'record' AND c.relname = $1 AND a.attname = $2`
const HERE = 'deleted_at IS NULL AND ($1::bigint[] IS NULL OR department = ANY($1))'
/** A condition is judged row by row: of a larger form, over so many. */
const MOST_JUDGED = 20_000

type About = { content: StoredContent; change: VariableChange; table: string; reach: readonly number[] | null }
/** Each different value is read once, by the one reader that pages and lists have. */
const valuesOf = async (db: Rows, { content, change: { form, slot }, table, reach }: About) => {
  const column = slotName(slot ?? 0)
  const variable = content.variables.find((v) => v.form === form && v.slot === slot)
  const found = await db.query<{ value: string; n: number }>(
    `SELECT "${column}" AS value, count(*) AS n FROM "record"."${table}" WHERE ${HERE} AND "${column}" IS NOT NULL GROUP BY 1`,
    [reach],
  )
  const odd: Partial<Record<Oddity, number>> = {}
  for (const { value, n } of found) {
    const oddity = variable && !variable.missingCodes.includes(value) ? oddityOf(fieldOf(variable, content.codelists), value) : undefined
    if (oddity) odd[oddity] = (odd[oddity] ?? 0) + Number(n)
  }
  return { values: found.reduce((sum, { n }) => sum + Number(n), 0), odd }
}

/** Values under a condition that is new, where it does not hold. */
const hiddenOf = async (db: Rows, { content, change: { form, slot, cells }, table, reach }: About): Promise<number> => {
  const own = content.variables.filter((v) => v.form === form)
  const variable = own.find((v) => v.slot === slot)
  if (!variable?.branching || !cells.some(({ field }) => field === 'branching')) return 0
  // A draft may have a condition that cannot be read; its own check says so.
  if (expressionProblems(own).length > 0) return 0
  const named = wordsIn(variable.branching)
  const asked = own.filter(({ code }) => named.has(code.toLowerCase()))
  const columns = []
  for (const one of asked) if ((await db.query(EXISTS, [table, slotName(one.slot)])).length) columns.push(`"${slotName(one.slot)}"`)
  const rows = await db.query<Values>(
    `SELECT ${['id', ...columns].join(', ')} FROM "record"."${table}" WHERE ${HERE} AND "${slotName(variable.slot)}" IS NOT NULL ORDER BY id LIMIT ${MOST_JUDGED}`,
    [reach],
  )
  const now = hospitalNow()
  return rows.filter((row) => evaluateExpression(variable.branching, { row: rowOf(own, row), now }, 'boolean') !== true).length
}

const TOLD = `SELECT count(*)::int AS n FROM finding WHERE form = $2 AND value IS NOT NULL AND $3 = ANY(string_to_array(slot, ', '))
  AND ($1::bigint[] IS NULL OR department = ANY($1))`
/** Of a variable that everybody read and that not everybody reads any more: nothing that was found is rewritten. */
const toldOf = async (db: Rows, form: number, { change: { slot, cells }, reach }: About): Promise<number> => {
  const isRaised = cells.some(({ field, before, after }) => field === 'sensitivity' && Number(before) === 0 && Number(after) > 0)
  return isRaised ? ((await db.query<{ n: number }>(TOLD, [reach, form, slotName(slot ?? 0)]))[0]?.n ?? 0) : 0
}

export type NamingRule = { code: string; body: { table?: string | null } }
const RULES = `SELECT p.code, v.body FROM control_parameter p JOIN control_version v ON v.parameter = p.id AND v.state = 'active' WHERE p.study = $1 AND p.deleted_at IS NULL ORDER BY p.code`
export const rulesOf = (db: Rows, study: number): Promise<NamingRule[]> => db.query<NamingRule>(RULES, [study])

/** What a publication does to the data that is there. */
export const effectOf = async (
  db: Rows,
  content: StoredContent,
  changes: readonly VariableChange[],
  seen: { reach: Reach; rules: readonly NamingRule[] },
): Promise<Effect[]> => {
  const effects: Effect[] = []
  for (const change of changes) {
    const { form, slot, code, kind } = change
    const stored = content.forms.find((f) => f.code === form)
    if (kind === 'added' || slot === null || !stored) continue
    const naming = ({ body }: NamingRule): boolean => body.table === form && wordsIn(body).has(code.toLowerCase())
    const rules = kind === 'removed' ? seen.rules.filter(naming).map((rule) => rule.code) : []
    const table = tableName(stored.id)
    const about = { content, change, table, reach: seen.reach === 'all' ? null : seen.reach }
    if ((await db.query(EXISTS, [table, slotName(slot)])).length === 0) {
      if (rules.length) effects.push({ form, slot, code, values: 0, odd: {}, hidden: 0, told: 0, rules })
      continue
    }
    const counts = { ...(await valuesOf(db, about)), hidden: await hiddenOf(db, about), told: await toldOf(db, stored.id, about) }
    effects.push({ form, slot, code, ...counts, rules })
  }
  return effects
}
