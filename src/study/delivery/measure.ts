import { BLANKS } from '#qc/cast.ts'
import { identifier, literal } from '#qc/sql.ts'
import type { QcWorkspace, StagedTable } from '#qc'
import type { FormContent } from '../record/definition.ts'
import { slotName } from '../record/table.ts'
import { ownUnit } from '../record/value.ts'
import { slotIn, slotsIn, unitIn, unitTarget } from './mapping.ts'
import type { Mapping } from './mapping.ts'

/** Values of a slot in the unit of its variable: the SQL of such a value, of the text that was one in another unit, and what must be joined for both. */
export type Measured = { slot: string; value: string; text: string; join: string }

const columnFor = (mapping: Mapping, fits: (target: string) => boolean): string | undefined =>
  Object.keys(mapping).find((name) => fits(mapping[name] ?? ''))
/** The cell of a slot as the file has it; nothing where it is empty. */
export const entered = (mapping: Mapping, slot: string): string =>
  `nullif(${identifier(columnFor(mapping, (target) => slotIn(target) === slot) ?? '')}, '')`

/** The unit that stands in a column of its own or is the same for all. */
const unitSql = (mapping: Mapping, slot: string): string => {
  const own = columnFor(mapping, (target) => target === unitTarget(slot))
  if (own !== undefined) return `coalesce(trim(${identifier(own)}, ${literal(BLANKS)}), '')`
  const target = Object.values(mapping).find((one) => slotIn(one) === slot) ?? ''
  return literal(unitIn(target) ?? '')
}

const AT_ONCE = 5000
type Pair = { entered: string; unit: string }
type Measuring = { db: QcWorkspace; table: StagedTable; mapping: Mapping; content: FormContent }

/**
 * Each different text of a column is converted once, here and not by the engine that compares: it must become letter by letter what an entry by
 * hand becomes. A measurement has few different values, however many rows there are.
 */
export const measure = async ({ db, table, mapping, content }: Measuring): Promise<Measured[]> => {
  const all: Measured[] = []
  for (const slot of slotsIn(mapping)) {
    const variable = content.variables.find((one) => slotName(one.slot) === slot)
    if (!variable?.units) continue
    const [cell, unit, own] = [entered(mapping, slot), unitSql(mapping, slot), `unit_${slot}`]
    await db.run(`CREATE OR REPLACE TABLE ${own} (entered VARCHAR, unit VARCHAR, own VARCHAR)`)
    const pairs = await db.all<Pair>(`SELECT DISTINCT ${cell} AS entered, ${unit} AS unit FROM ${table.relation} WHERE ${cell} IS NOT NULL`)
    const converted = pairs.flatMap((pair) => {
      const text = pair.unit === '' ? pair.entered : `${pair.entered} ${pair.unit}`
      if (variable.missingCodes.includes(pair.entered)) return []
      const value = ownUnit(variable, text)
      // A unit that nobody knows stays with its number: without it the value would pass for one in the unit of the variable.
      return value === pair.entered ? [] : [`(${[pair.entered, pair.unit, value].map(literal).join(', ')})`]
    })
    for (let at = 0; at < converted.length; at += AT_ONCE)
      await db.run(`INSERT INTO ${own} VALUES ${converted.slice(at, at + AT_ONCE).join(', ')}`)
    if (converted.length > 0)
      all.push({
        slot,
        value: `coalesce(${own}.own, ${cell})`,
        text: `CASE WHEN ${own}.own IS NOT NULL THEN concat_ws(' ', ${own}.entered, nullif(${own}.unit, '')) END`,
        join: `LEFT JOIN ${own} ON ${own}.entered = ${cell} AND ${own}.unit = ${unit}`,
      })
  }
  return all
}
