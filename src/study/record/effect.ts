import { oddityOf } from '#kernel'
import type { Oddity } from '#kernel'
import { fieldOf } from './definition.ts'
import { slotName, tableName } from './table.ts'
import type { Rows } from '../reader.ts'
import type { VariableChange } from '../dictionary/difference.ts'
import type { StoredContent } from '../dictionary/load.ts'

/** Of a variable that changed: how many values there are, and how many would be read as odd from now on. Nothing is rewritten. */
export type Effect = { form: string; slot: number; code: string; values: number; odd: Partial<Record<Oddity, number>> }

const EXISTS = `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
  WHERE n.nspname = 'record' AND c.relname = $1 AND a.attname = $2`

/** What a publication does to the data that is there. Each different value is read once, by the one reader that pages and lists have. */
export const effectOf = async (db: Rows, content: StoredContent, changes: readonly VariableChange[]): Promise<Effect[]> => {
  const effects: Effect[] = []
  for (const { form, slot, code, kind } of changes) {
    const stored = content.forms.find((f) => f.code === form)
    const variable = content.variables.find((v) => v.form === form && v.slot === slot)
    if (kind === 'added' || slot === null || !stored) continue
    const [table, column] = [tableName(stored.id), slotName(slot)]
    if ((await db.query(EXISTS, [table, column])).length === 0) continue
    const found = await db.query<{ value: string; n: number }>(
      `SELECT "${column}" AS value, count(*) AS n FROM "record"."${table}" WHERE deleted_at IS NULL AND "${column}" IS NOT NULL GROUP BY 1`,
      [],
    )
    const odd: Partial<Record<Oddity, number>> = {}
    for (const { value, n } of found) {
      const oddity = variable && !variable.missingCodes.includes(value) ? oddityOf(fieldOf(variable, content.codelists), value) : undefined
      if (oddity) odd[oddity] = (odd[oddity] ?? 0) + Number(n)
    }
    effects.push({ form, slot, code, values: found.reduce((sum, { n }) => sum + Number(n), 0), odd })
  }
  return effects
}
