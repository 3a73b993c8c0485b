import { use, useSyncExternalStore } from 'react'
import { useConfig } from '../state/config.ts'
import { behind, FALLBACK, type Lang, pageTag } from '../languages.ts'
import { type Bundle, translate, type Values } from './translate.ts'

/** What the sign-in page says. */
const firstFiles = import.meta.glob<Bundle>('./locale/*/{common,login}.json', { import: 'default' })
const fileOf = async (name: string) => firstFiles[name] ?? (await import('./later.ts')).laterFiles[name]

const bundles = new Map<string, Bundle>()
const loading = new Map<string, Promise<void>>()
const wanted = new Set<string>()
const listeners = new Set<() => void>()

/** What is on screen; the stored choice runs ahead of it while files load. */
let shown: Lang = FALLBACK

/** A language that leans on another may lack a file; what it leans on is there with it. */
const readFile = async (lang: Lang, ns: string): Promise<Bundle> => {
  const file = await fileOf(`./locale/${lang}/${ns}.json`)
  if (behind(lang) === lang && !file) throw new Error(`no locale file ${lang}/${ns}`)
  const [own] = await Promise.all([file?.() ?? {}, behind(lang) === lang ? undefined : loadFile(behind(lang), ns)])
  return own
}

const loadFile = (lang: Lang, ns: string): Promise<void> => {
  const key = `${lang}/${ns}`
  const known = loading.get(key)
  if (known) return known
  const promise = readFile(lang, ns).then((bundle) => void bundles.set(key, bundle))
  loading.set(key, promise)
  // A failed download (new release, flaky line) must be tried again at the next navigation.
  promise.catch(() => loading.delete(key))
  return promise
}

export const currentLanguage = (): Lang => useConfig.getState().lang.defaultLang

/** Language files of a route, loaded on demand before it shows. */
export const ensureText = (...namespaces: string[]): Promise<unknown> => {
  for (const ns of namespaces) wanted.add(ns)
  return Promise.all(namespaces.map((ns) => loadFile(currentLanguage(), ns)))
}

const show = (lang: Lang): void => {
  shown = lang
  document.documentElement.lang = pageTag(lang)
  for (const notify of listeners) notify()
}

export const initI18n = async (): Promise<void> => {
  await ensureText('common')
  show(currentLanguage())
}

/** The one that was asked for last: its files may come before those of another that was asked for first. */
let asked: Lang = FALLBACK

/** No reload: open tabs, forms and scroll positions stay as they are. */
export const setLanguage = async (lang: Lang): Promise<void> => {
  asked = lang
  // A page that opens meanwhile wants further files; without them it would vanish from the screen until they are there.
  for (let loaded = -1; loaded < wanted.size;) {
    loaded = wanted.size
    await Promise.all([...wanted].map((ns) => loadFile(lang, ns)))
  }
  if (asked !== lang) return
  useConfig.getState().setLang(lang)
  show(lang)
}

export type Text = (key: string, values?: Values) => string

/** A missing text shows its key: visible in review, harmless in use. Where words come from data, `defaultValue` stands in. */
const say = (lang: Lang, ns: string, key: string, values: Values = {}): string => {
  const colon = key.indexOf(':')
  const [space, name] = colon > 0 ? [key.slice(0, colon), key.slice(colon + 1)] : [ns, key]
  const order = [lang, behind(lang), FALLBACK].flatMap((l) => [`${l}/${space}`, `${l}/common`]).map((k) => bundles.get(k))
  return translate(lang, order, name, values) ?? (typeof values['defaultValue'] === 'string' ? values['defaultValue'] : key)
}

/** Outside React; `ns:key` reaches another file. */
export const t: Text = (key, values) => say(shown, 'common', key, values)

const texts = new Map<string, Text>()
/** One function per language and file: its identity changes with the language, and memoised components follow. */
const textOf = (lang: Lang, ns: string): Text => {
  const id = `${lang}/${ns}`
  let text = texts.get(id)
  if (!text) texts.set(id, (text = (key, values) => say(lang, ns, key, values)))
  return text
}

const subscribe = (notify: () => void): (() => void) => {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export const useLanguage = (): Lang => useSyncExternalStore(subscribe, () => shown)

/** Texts of one file, with `common` behind it; suspends until the file is there. */
export const useText = (ns = 'common'): Text => {
  const lang = useLanguage()
  if (!bundles.has(`${lang}/${ns}`)) {
    wanted.add(ns)
    use(loadFile(lang, ns))
  }
  return textOf(lang, ns)
}
