import type { Language, Pair } from '#kernel'
import type { Actor, Ctx } from '#server'
import { DEFAULT_ITEMS } from '#server/settings/default-item.ts'
import { fieldOf, labelIn, optionsOf } from '#server/settings/item.ts'
import type { Shape } from '#server/settings/item.ts'
import { entrancesFor } from './entrance.ts'

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
const READ = `SELECT id, version, "group", name, title, title_en AS "titleEn", tip, tip_en AS "tipEn", kind, options, extend, rule, value, deletable
FROM routine_config ORDER BY deletable, weigh DESC, id DESC`

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

/** A group that came with a newer version is not among the kept titles. */
const defaultTitle = (name: string, language: Language): string => {
  const groups = DEFAULT_ITEMS['config_group']!.value as Pair[]
  return labelIn(groups.find((g) => g.key === name)?.value ?? name, language)
}

/** Everything the settings page shows: groups in their order, each with its items, and the entrances this person may use. */
export const settingsPage = async (ctx: Ctx, actor: Actor) => {
  const rows = await ctx.db.query<ItemRow>(READ)
  const pairs = (name: string) => (rows.find((r) => r.name === name)?.value ?? []) as Pair[]
  const titles = new Map(pairs('config_group').map((p) => [p.key, labelIn(p.value, ctx.language)]))
  const names = new Set([...titles.keys(), ...rows.map((r) => r.group)])
  const entrances = await entrancesFor(ctx.db, actor, pairs('quick_entrance'))
  return {
    groups: [...names].map((name) => ({
      name,
      title: titles.get(name) ?? defaultTitle(name, ctx.language),
      items: rows.filter((r) => r.group === name).map((r) => itemOf(r, ctx.language)),
    })),
    quickEntrances: entrances.map(({ key, value, path }) => ({ title: labelIn(key, ctx.language), rule: value, path })),
  }
}
