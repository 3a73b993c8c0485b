import { create } from 'zustand'
import type { Language } from '#kernel'

export type MemberMenu = {
  id: number
  type?: 'menu_dir' | 'menu' | 'route'
  title: string
  titles?: Record<Language, string>
  name: string
  path: string
  icon: string
  menu_type?: 'tab' | 'link' | 'iframe' | null
  url?: string
  children?: MemberMenu[]
}

type Rules = Record<string, boolean>
type MemberMenuState = { menus: MemberMenu[]; rules: Rules; loaded: boolean; take(menus: MemberMenu[], rules: Rules): void }

export const useMemberMenu = create<MemberMenuState>()((set) => ({
  menus: [],
  rules: {},
  loaded: false,
  take: (menus, rules) => set({ menus, rules, loaded: true }),
}))

/** Whether my group holds the rule; the server asks again. */
export const useMayMember = (rule: string): boolean => useMemberMenu((s) => s.rules['*'] === true || s.rules[rule] === true)

export const memberAddress = ({ menu_type, url, path }: Pick<MemberMenu, 'menu_type' | 'url' | 'path'>): string =>
  menu_type === 'iframe' ? `/user/iframe/${encodeURIComponent(url ?? '')}` : `/user/${path.replace(/^\/+(user\/)?/, '')}`

export const memberPages = (menus: readonly MemberMenu[]): MemberMenu[] =>
  menus.flatMap((m) => [...(m.children?.length ? [] : [m]), ...memberPages(m.children ?? [])])
