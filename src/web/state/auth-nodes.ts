import { create } from 'zustand'
import { addressOf, type MenuNode } from './menu.ts'

/** Page address → addresses of its allowed buttons. */
export type AuthNodes = Record<string, string[]>

/** Every page gets an entry, also an empty one: a page without buttons must refuse them, not allow them all. */
export const authNodesOf = (nodes: readonly MenuNode[]): AuthNodes => {
  const map: AuthNodes = {}
  const walk = (node: MenuNode): void => {
    const children = node.children ?? []
    if (node.type === 'menu') map[addressOf(node)] = children.filter((c) => c.type === 'button').map((c) => `/admin/${c.name}`)
    children.forEach(walk)
  }
  nodes.forEach(walk)
  return map
}

type AuthNodeState = { nodes: AuthNodes; take(menus: readonly MenuNode[]): void }

export const useAuthNodes = create<AuthNodeState>()((set) => ({
  nodes: {},
  take: (menus) => set({ nodes: authNodesOf(menus) }),
}))
