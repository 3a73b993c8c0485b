import { can, ruleOf } from '#kernel'
import type { Language } from '#kernel'
import type { Actor, Ctx } from '../context.ts'
import { fieldOf, labelIn, optionsOf } from './item.ts'
import type { Shape } from './item.ts'

type ItemRow = Shape & {
  id: number
  version: number
  group: string
  title: string
  titleEn: string
  tip: string | null
  tipEn: string | null
  value: unknown
  deletable: boolean
}
type Pair = { key: string; value: string }
const READ = `SELECT id, version, "group", name, title, title_en AS "titleEn", tip, tip_en AS "tipEn", kind, options, extend, rule, value, deletable
FROM routine_config ORDER BY weigh DESC, id DESC`

const itemOf = (row: ItemRow, language: Language) => {
  const { id, version, name, kind, value, deletable, rule, extend } = row
  const isSecret = kind === 'password'
  return {
    id,
    version,
    name,
    kind,
    title: language === 'en' ? row.titleEn : row.title,
    tip: (language === 'en' ? row.tipEn || row.tip : row.tip) ?? '',
    field: fieldOf(row),
    options: optionsOf(row, language),
    rule: rule ?? [],
    extend: extend ?? '',
    deletable,
    value: isSecret ? '' : value,
    ...(isSecret ? { isSet: value !== null } : {}),
  }
}

/** Everything the settings page shows: groups in their order, each with its items, and the entrances this person may use. */
export const settingsPage = async (ctx: Ctx, actor: Actor) => {
  const rows = await ctx.db.query<ItemRow>(READ)
  const pairs = (name: string) => (rows.find((r) => r.name === name)?.value ?? []) as Pair[]
  const titles = new Map(pairs('config_group').map((p) => [p.key, labelIn(p.value, ctx.language)]))
  const names = new Set([...titles.keys(), ...rows.map((r) => r.group)])
  const isAddress = (value: string) => /^https?:\/\//.test(value)
  const mayEnter = (rule: string) => isAddress(rule) || can(actor.rules, rule) || can(actor.rules, ruleOf(rule, 'index'))
  return {
    groups: [...names].map((name) => ({
      name,
      title: titles.get(name) ?? name,
      items: rows.filter((r) => r.group === name).map((r) => itemOf(r, ctx.language)),
    })),
    quickEntrances: pairs('quick_entrance')
      .filter((p) => mayEnter(p.value))
      .map((p) => ({ title: labelIn(p.key, ctx.language), rule: p.value, path: isAddress(p.value) ? p.value : `/admin/${p.value}` })),
  }
}
