import { can } from '#kernel'
import type { Language } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Actor } from '../model/context.ts'

export type MenuRow = {
  id: number
  parentId: number | null
  type: 'menu_dir' | 'menu' | 'button' | 'route'
  title: string
  titleEn: string
  name: string
  path: string | null
  icon: string | null
  menuType: 'tab' | 'link' | 'iframe' | null
  url: string | null
  component: string | null
  extend: string | null
  keepalive: boolean | null
}
export type MenuNode = {
  id: number
  pid: number
  type: MenuRow['type']
  title: string
  titles: Record<Language, string>
  name: string
  path: string
  icon: string
  menu_type: MenuRow['menuType']
  url: string
  component: string
  extend: string
  keepalive: string | 0
  children: MenuNode[]
}

const READ = `SELECT id, parent_id AS "parentId", type, title, title_en AS "titleEn", name, path, icon, menu_type AS "menuType", url, component, extend, keepalive
FROM auth_rule WHERE status ORDER BY weigh DESC, id DESC`

const nodeOf = (r: MenuRow, language: Language, children: MenuNode[]): MenuNode => ({
  id: r.id,
  pid: r.parentId ?? 0,
  type: r.type,
  title: language === 'en' ? r.titleEn : r.title,
  titles: { 'zh-cn': r.title, en: r.titleEn },
  name: r.name,
  path: r.path ?? r.name,
  icon: r.icon ?? 'file',
  menu_type: r.type === 'menu' ? (r.menuType ?? 'tab') : null,
  url: r.url ?? '',
  component: r.component ?? '',
  extend: r.extend ?? 'none',
  keepalive: r.keepalive ? r.name : 0,
  children,
})

/** What everybody has who can sign in: no rule can be missing for the own account. */
const EVERYBODYS: ReadonlySet<string> = new Set(['profile'])

/** The tree of the rules that the actor holds; a folder without anything in it is left out. */
export const menuTree = (rows: readonly MenuRow[], actor: Actor, language: Language): MenuNode[] => {
  const below = Map.groupBy(rows, (r) => r.parentId)
  const grow = (parent: number | null): MenuNode[] =>
    (below.get(parent) ?? []).flatMap((r) => {
      const children = grow(r.id)
      if (r.type === 'menu_dir') return children.length ? [nodeOf(r, language, children)] : []
      return can(actor.rules, r.name) || EVERYBODYS.has(r.name) || (r.type === 'menu' && children.length)
        ? [nodeOf(r, language, children)]
        : []
    })
  return grow(null)
}

export const menusOf = async (db: Db, actor: Actor, language: Language): Promise<MenuNode[]> =>
  menuTree(await db.query<MenuRow>(READ), actor, language)
