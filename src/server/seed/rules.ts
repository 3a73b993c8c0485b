import { actionsOf, moveRule, openMoves, rightsOf, ruleBase, ruleOf } from '#kernel'
import { ACTION_WORDS } from '../model/action-words.ts'
import type { Ctx } from '../model/context.ts'
import type { Language, LocaleText, Page, Resource, Words } from '#kernel'
import { inheritRules } from './inherit.ts'
import type { Rule } from './inherit.ts'

export type MenuGroups = Record<string, { icon: string; order: number; title: Words }>
/** `isGiven`: only by a person, however much of the area somebody holds. */
type Node = { name: string; parent: string | null; order: number; draft: Record<string, unknown>; isGiven?: boolean }

const titled = (words: Words) => ({ title: words['zh-cn'], titleEn: words.en })

/** A right that several moves share is called by all of them. */
const rightWord = (r: Resource, text: LocaleText, right: string): string => {
  const moves = openMoves(r).filter((to) => moveRule(r, to) === right)
  return text.actions?.[right] ?? (moves.map((to) => text.moves?.[to] ?? to).join(' / ') || right)
}

/** The rule nodes that the definitions call for, parents before children. */
const nodesOf = (ctx: Ctx, groups: MenuGroups, pages: readonly Page[]): Node[] => {
  const nodes: Node[] = Object.entries(groups).map(([key, g]) => ({
    name: key,
    parent: null,
    order: g.order,
    draft: { type: 'menu_dir', path: key, icon: g.icon, ...titled(g.title) },
  }))
  const button = (name: string, parent: string, order: number, words: Words): Node => ({
    name,
    parent,
    order,
    draft: { type: 'button', ...titled(words) },
  })
  for (const { page, menu, rules, title, actions } of pages) {
    nodes.push({
      name: page,
      parent: menu.group,
      order: menu.order ?? 50,
      draft: { type: 'menu', path: page, icon: menu.icon, component: `page:${page}`, ...titled(title) },
    })
    rules.forEach((rule, i) => nodes.push(button(`${page}/${rule}`, page, i, actions[rule] ?? ACTION_WORDS[rule]!)))
  }
  for (const { resource, locale } of ctx.engine.registry.all()) {
    if (!resource.menu) continue
    const base = ruleBase(resource.name)
    const words = (key: (l: Language) => string): Words => ({ 'zh-cn': key('zh-cn'), en: key('en') })
    nodes.push({
      name: base,
      parent: resource.menu.group,
      order: resource.menu.order ?? 50,
      draft: { type: 'menu', path: base, icon: resource.menu.icon, component: resource.name, ...titled(words((l) => locale[l].title)) },
    })
    // To see what others do not see is no part of the work with an area.
    const kept = new Set<string>([...(resource.rights ?? []), 'reveal'])
    ;[...actionsOf(resource), ...rightsOf(resource)].forEach((action, i) =>
      nodes.push({
        ...button(ruleOf(resource.name, action), base, i, ACTION_WORDS[action] ?? words((l) => rightWord(resource, locale[l], action))),
        isGiven: kept.has(action),
      }),
    )
  }
  return nodes
}

/** Adds the nodes that are missing; what a person renamed, moved or disabled stays as it is. */
export const syncRules = async (ctx: Ctx, groups: MenuGroups, pages: readonly Page[]): Promise<number> => {
  const rows = await ctx.db.query<Rule>('SELECT id, name, parent_id AS "parentId" FROM auth_rule')
  const ids = new Map(rows.map((r) => [r.name, r.id]))
  // A new record stands first among its siblings: the last in order is added first.
  const nodes = nodesOf(ctx, groups, pages)
  const given = new Set(nodes.flatMap(({ name, isGiven }) => (isGiven ? [name] : [])))
  const missing = nodes.filter((n) => !ids.has(n.name))
  if (missing.length === 0) return 0
  await ctx.engine.write(ctx, async (tx) => {
    const depth = (n: Node): number => (n.parent === null ? 0 : n.draft['type'] === 'button' ? 2 : 1)
    const added: Rule[] = []
    for (const level of [0, 1, 2]) {
      const own = missing.filter((node) => depth(node) === level).toSorted((a, b) => b.order - a.order)
      const drafts = own.map(({ draft, name, parent }) => ({
        ...draft,
        name,
        parentId: parent === null ? null : (ids.get(parent) ?? null),
      }))
      const made = await tx.engine.addAll(tx, 'auth.rule', drafts)
      own.forEach(({ name, isGiven }, i) => {
        const { id } = made[i]!
        ids.set(name, id)
        if (!isGiven) added.push({ id, name, parentId: drafts[i]?.parentId ?? null })
      })
    }
    // Whoever lacks what is only given has the whole area all the same.
    await inheritRules(
      tx,
      'auth.group',
      rows.filter(({ name }) => !given.has(name)),
      added,
    )
  })
  return missing.length
}
