import { create } from 'zustand'
import type { MemberMenu } from '../api/member.ts'

type MemberMenuState = { menus: MemberMenu[]; loaded: boolean; take(menus: MemberMenu[]): void }

export const useMemberMenu = create<MemberMenuState>()((set) => ({
  menus: [],
  loaded: false,
  take: (menus) => set({ menus, loaded: true }),
}))

export const memberAddress = (menu: Pick<MemberMenu, 'path'>): string => `/user/${menu.path.replace(/^\/+(user\/)?/, '')}`

export const memberPages = (menus: readonly MemberMenu[]): MemberMenu[] =>
  menus.flatMap((m) => [...(m.children?.length ? [] : [m]), ...memberPages(m.children ?? [])])
