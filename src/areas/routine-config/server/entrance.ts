import { can, ruleOf } from '#kernel'
import type { FieldProblem, Pair } from '#kernel'
import type { Actor } from '#server'
import type { Db } from '#server/db/database.ts'

const isAddress = (value: string) => /^https?:\/\//.test(value)
const menuNames = async (db: Db): Promise<Set<string>> =>
  new Set((await db.query<{ name: string }>(`SELECT name FROM auth_rule WHERE type = 'menu'`)).map((r) => r.name))

/** An entrance that leads nowhere is refused when it is written: whoever may enter everything would find a 404 behind it. */
export const entranceProblem = async (db: Db, list: readonly Pair[]): Promise<FieldProblem | null> => {
  const menus = await menuNames(db)
  const lost = list.find(({ value }) => !isAddress(value) && !menus.has(value))
  return lost ? { field: 'quick_entrance', key: 'entrance', params: { name: lost.value.slice(0, 60) } } : null
}

/** Those that this person may use. A rule may have been deleted since. */
export const entrancesFor = async (db: Db, actor: Actor, list: readonly Pair[]): Promise<(Pair & { path: string })[]> => {
  const menus = await menuNames(db)
  const mayEnter = (rule: string) => menus.has(rule) && (can(actor.rules, rule) || can(actor.rules, ruleOf(rule, 'index')))
  return list.flatMap((p) => (isAddress(p.value) ? { ...p, path: p.value } : mayEnter(p.value) ? { ...p, path: `/admin/${p.value}` } : []))
}
