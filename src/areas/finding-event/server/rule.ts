import { can, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'

const RULES = `SELECT e.id, p.name, p.name_en AS "nameEn" FROM finding_event e JOIN finding f ON f.id = e.finding JOIN control_parameter p ON p.id = f.parameter
  WHERE e.id = ANY($1::bigint[])`

/** By which rule it was found: one record may be found by several, and its name alone would not say what happened to which. */
export const withRule = async ({ db, actor, language }: Ctx, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  if (rows.length === 0 || !can(actor.rules, ruleOf('control.parameter', 'index'))) return rows
  const found = await db.query<{ id: number; name: string; nameEn: string }>(RULES, [rows.map(({ id }) => id)])
  const names = new Map(found.map(({ id, name, nameEn }) => [id, language === 'en' ? nameEn : name]))
  return rows.map((row) => ({ ...row, _rule: names.get(row.id) ?? null }))
}
