import { create } from 'zustand'
import type { Language } from '../../kernel/language.ts'
import { behind, type Lang } from '../languages.ts'

export type MenuNode = {
  id: number
  pid: number
  type: 'menu_dir' | 'menu' | 'button'
  title: string
  titles?: Record<Language, string>
  name: string
  path: string
  icon: string
  menu_type: 'tab' | 'link' | 'iframe' | null
  url: string
  component: string
  keepalive: string | number | boolean
  extend: 'none' | 'add_rules_only' | 'add_menu_only'
  children?: MenuNode[]
}

export const titleOf = (node: Pick<MenuNode, 'title' | 'titles'>, lang: Lang): string => node.titles?.[behind(lang)] || node.title

const base = '/admin/'
const trimmed = (path: string): string => path.replace(/^\/+(admin\/)?/, '')

/** The address of a menu entry; iframe menus live under `/admin/iframe/{encoded url}`. */
export const addressOf = (node: Pick<MenuNode, 'menu_type' | 'url' | 'path'>): string =>
  node.menu_type === 'iframe'
    ? `${base}iframe/${encodeURIComponent(node.url)}`
    : node.menu_type === 'link'
      ? node.url
      : base + trimmed(node.path)

/** Entries that open a page inside the back office. */
export const opensPage = (node: MenuNode): boolean => node.type === 'menu' && (node.menu_type === 'tab' || node.menu_type === 'iframe')

export const flatten = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flatten(node.children ?? [])])

/** What the side menu shows: no buttons, no route-only entries, no directory without entries. */
export const visibleMenu = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => {
    if (node.type === 'button' || node.extend === 'add_rules_only') return []
    const children = visibleMenu(node.children ?? [])
    return node.type === 'menu_dir' && children.length === 0 ? [] : [{ ...node, children }]
  })

/** The chain of entries that leads to an address, outermost first; empty when the menu does not hold it. */
export const trailTo = (nodes: readonly MenuNode[], address: string): MenuNode[] => {
  for (const node of nodes) {
    if (opensPage(node) && addressOf(node) === address) return [node]
    const rest = trailTo(node.children ?? [], address)
    if (rest.length) return [node, ...rest]
  }
  return []
}

export const firstPage = (nodes: readonly MenuNode[]): MenuNode | null =>
  flatten(nodes).find((node) => opensPage(node) && node.extend !== 'add_rules_only' && !node.path.includes(':')) ?? null

/** A resource such as `auth.admin`; anything else that a menu entry names is `page:…`. */
export const isResource = (component: string): boolean => /^[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)*$/.test(component)

/** Where the list of a resource stands in this person's menu; an entry without a route leads nowhere. */
export const listAddress = (nodes: readonly MenuNode[], resource: string): string | null => {
  const node = flatten(nodes).find((n) => n.component === resource && opensPage(n) && n.extend !== 'add_menu_only')
  return node ? addressOf(node) : null
}

const RECORD = /^(\/admin\/.+)\/([1-9]\d{0,15})$/
/** The page of a record stands below its list: `/admin/department/3`. */
export const recordAt = (address: string): { list: string; id: number } | null => {
  const [, list, id] = RECORD.exec(address) ?? []
  return list ? { list, id: Number(id) } : null
}

type MenuState = { nodes: MenuNode[]; loaded: boolean; take(nodes: MenuNode[]): void; clear(): void }

export const useMenu = create<MenuState>()((set) => ({
  nodes: [],
  loaded: false,
  take: (nodes) => set({ nodes, loaded: true }),
  clear: () => set({ nodes: [], loaded: false }),
}))
