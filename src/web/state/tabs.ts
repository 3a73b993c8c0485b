import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { windowStorage } from './storage.ts'

/** One open page. `query` is the address' search part, so that a tab comes back with its filters. */
export type Tab = { path: string; query: string; params: Record<string, string | undefined>; keepalive: boolean; pinned?: true }

type Stored = { tabsView: Tab[]; activePath: string; tabFullScreen: boolean }
type TabState = Stored & {
  /** Bumped to mount a page anew. */
  generation: Record<string, number>
  visit(tab: Tab): void
  /** The query of an open page has changed. */
  follow(path: string, query: string): void
  /** Answers the tab to go to when the page that is shown, `here`, loses its own. */
  close(path: string, here: string): string | null
  closeOthers(path: string): void
  closeAll(keep?: string): void
  /** Pinned ones stand first and stay when others are closed. */
  pin(path: string, on: boolean): void
  reload(path: string): void
  retain(paths: (path: string) => boolean): void
  setFullScreen(on: boolean): void
}

/** Closing the active tab leads to its right neighbour, else the left one; null when another tab was active or none is left. */
export const nextAfterClose = (tabs: readonly Tab[], active: string, closing: string): string | null => {
  if (active !== closing) return null
  const index = tabs.findIndex((t) => t.path === closing)
  return (tabs[index + 1] ?? tabs[index - 1])?.path ?? null
}

const bump = (generation: Record<string, number>, paths: string[]): Record<string, number> => ({
  ...generation,
  ...Object.fromEntries(paths.map((p) => [p, (generation[p] ?? 0) + 1])),
})

const keeping = ({ tabsView, generation }: Pick<TabState, 'tabsView' | 'generation'>, stays: (tab: Tab) => boolean) => ({
  tabsView: tabsView.filter(stays),
  generation: bump(
    generation,
    tabsView.filter((tab) => !stays(tab)).map((tab) => tab.path),
  ),
})

export const useTabs = create<TabState>()(
  persist(
    (set, get) => ({
      tabsView: [],
      activePath: '',
      tabFullScreen: false,
      generation: {},
      visit: (tab) =>
        set((s) => ({
          activePath: tab.path,
          tabsView: s.tabsView.some((t) => t.path === tab.path)
            ? s.tabsView.map((t) => (t.path === tab.path ? { ...tab, ...(t.pinned && { pinned: t.pinned }) } : t))
            : [...s.tabsView, tab],
        })),
      follow: (path, query) => {
        if (!get().tabsView.some((t) => t.path === path && t.query !== query)) return
        set((s) => ({ tabsView: s.tabsView.map((t) => (t.path === path ? { ...t, query } : t)) }))
      },
      close: (path, here) => {
        const next = nextAfterClose(get().tabsView, here, path)
        set((s) => ({ tabsView: s.tabsView.filter((t) => t.path !== path), generation: bump(s.generation, [path]) }))
        return next
      },
      closeOthers: (path) => set((s) => keeping(s, (tab) => tab.path === path || tab.pinned === true)),
      closeAll: (keep) => set((s) => keeping(s, (tab) => tab.path === keep || tab.pinned === true)),
      pin: (path, on) =>
        set((s) => {
          const found = s.tabsView.find((t) => t.path === path)
          if (!found) return {}
          const { pinned: _, ...tab } = found
          const rest = s.tabsView.filter((t) => t.path !== path)
          const end = rest.filter((t) => t.pinned).length
          return { tabsView: rest.toSpliced(end, 0, on ? { ...tab, pinned: true } : tab) }
        }),
      reload: (path) => set((s) => ({ generation: bump(s.generation, [path]) })),
      retain: (keeps) => set((s) => ({ tabsView: s.tabsView.filter((t) => keeps(t.path)) })),
      setFullScreen: (tabFullScreen) => set({ tabFullScreen }),
    }),
    {
      name: 'storeTabViewConfig',
      storage: windowStorage<Stored>(),
      partialize: ({ tabsView, activePath, tabFullScreen }): Stored => ({ tabsView, activePath, tabFullScreen }),
    },
  ),
)
