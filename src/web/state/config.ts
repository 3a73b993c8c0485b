import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { FALLBACK, knownLanguage, type Lang, languages } from '../languages.ts'
import { plainStorage } from './storage.ts'

export type { Lang } from '../languages.ts'
export const layoutModes = ['Classic', 'Default', 'Streamline', 'Double'] as const
export type LayoutMode = (typeof layoutModes)[number]
export const animations = ['slide-right', 'slide-left', 'fade', 'zoom', 'none'] as const
export type Animation = (typeof animations)[number]

export type Layout = {
  layoutMode: LayoutMode
  mainAnimation: Animation
  isDark: boolean
  menuWidth: number
  menuCollapse: boolean
  menuUniqueOpened: boolean
  menuShowTopBar: boolean
  menuDefaultIcon: string
  menuBackground: string
  menuColor: string
  menuActiveBackground: string
  menuActiveColor: string
  menuTopBarBackground: string
  headerBarBackground: string
  headerBarTabColor: string
  headerBarTabActiveBackground: string
  headerBarTabActiveColor: string
  headerBarHoverBackground: string
  comfortable: boolean
  /** Keys that are a letter alone act on the row that has the focus. */
  letters: boolean
  shrink: boolean
}

export const defaultLayout: Layout = {
  layoutMode: 'Classic',
  mainAnimation: 'slide-right',
  isDark: false,
  menuWidth: 240,
  menuCollapse: false,
  menuUniqueOpened: false,
  menuShowTopBar: true,
  menuDefaultIcon: 'file',
  menuBackground: '#f7f9fb',
  menuColor: '#3b4657',
  menuActiveBackground: '#e3edf9',
  menuActiveColor: '#0a4f9e',
  menuTopBarBackground: '#f7f9fb',
  headerBarBackground: '#ffffff',
  headerBarTabColor: '#566274',
  headerBarTabActiveBackground: '#eef2f7',
  headerBarTabActiveColor: '#131a24',
  headerBarHoverBackground: '#f2f5f8',
  comfortable: false,
  letters: true,
  shrink: false,
}

type Stored = { layout: Layout; lang: { defaultLang: Lang; fallbackLang: Lang; langArray: readonly { name: Lang; value: string }[] } }
const langArray = languages.map(({ lang, name }) => ({ name: lang, value: name }))
type ConfigState = Stored & { setLayout(change: Partial<Layout>): void; resetLayout(): void; setLang(lang: Lang): void }

export const useConfig = create<ConfigState>()(
  persist(
    (set) => ({
      layout: defaultLayout,
      lang: { defaultLang: FALLBACK, fallbackLang: FALLBACK, langArray },
      setLayout: (change) => set((s) => ({ layout: { ...s.layout, ...change, isDark: false } })),
      resetLayout: () => set((s) => ({ layout: { ...defaultLayout, shrink: s.layout.shrink } })),
      setLang: (defaultLang) => set((s) => ({ lang: { ...s.lang, defaultLang } })),
    }),
    {
      name: 'storeConfig_v2',
      storage: plainStorage<Stored>(),
      partialize: ({ layout, lang }): Stored => ({ layout, lang }),
      // Stored by an older version or by hand: unknown modes and languages fall back, dark stays off.
      merge: (stored, current) => {
        const { layout, lang } = (stored ?? {}) as Partial<Stored>
        const merged = { ...current.layout, ...layout, isDark: false }
        if (!layoutModes.includes(merged.layoutMode)) merged.layoutMode = defaultLayout.layoutMode
        const defaultLang = knownLanguage(lang?.defaultLang)
        return { ...current, layout: merged, lang: { ...current.lang, defaultLang } }
      },
    },
  ),
)
