import type { Language } from '../kernel/language.ts'

/** The folder's name: `zh-cn`, `en`, … */
export type Lang = string
type About = {
  /** In the language itself. */
  name: string
  short: string
  /** What somebody whose browser speaks it is asked on the first visit. */
  offer?: string
  /** How dates and numbers are written, where the folder's name does not say it: `en` alone would mean the American way. */
  format?: string
  /** Which of the product's own languages speaks where this one is silent: sentences of the server, names of areas, texts not yet translated. */
  behind: Language
}

const found = import.meta.glob<About>('./i18n/locale/*/language.json', { eager: true, import: 'default' })
const folderOf = (file: string): Lang => file.split('/').at(-2) ?? ''

/** Default and fallback of the specification. */
export const FALLBACK: Language = 'zh-cn'

/** Every folder under `locale` is a language; the default stands first. */
export const languages: readonly (About & { lang: Lang })[] = Object.entries(found)
  .map(([file, about]) => ({ lang: folderOf(file), ...about }))
  .toSorted((a, b) => Number(b.lang === FALLBACK) - Number(a.lang === FALLBACK) || a.lang.localeCompare(b.lang))

/** Stored by an older version, typed by hand: what is no language of ours is the default. */
export const knownLanguage = (name: unknown): Lang => languages.find((l) => l.lang === name)?.lang ?? FALLBACK

const about = (lang: Lang): About & { lang: Lang } => languages.find((l) => l.lang === lang) ?? languages[0]!
export const behind = (lang: Lang): Language => about(lang).behind
/** For `Intl`: dates, numbers, relative times. */
export const formatTag = (lang: Lang): string => about(lang).format ?? lang
/** For the `lang` attribute of the page. */
export const pageTag = (lang: Lang): string => Intl.getCanonicalLocales(lang)[0] ?? lang

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''
/** On a first visit: the first language of the browser that is one of ours, where it is not the one that is shown. */
export const offered = (shown: Lang, browser: readonly string[]): (About & { lang: Lang }) | undefined => {
  const known = browser.flatMap((tag) => languages.find(({ lang }) => primary(lang) === primary(tag)) ?? [])[0]
  return known?.offer && known.lang !== shown ? known : undefined
}
/** Nothing was chosen in this browser yet. */
export const isFirstVisit = (): boolean => localStorage.getItem('storeConfig_v2') === null
