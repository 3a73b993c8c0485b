import i18next, { type TOptions } from 'i18next'
import { use, useSyncExternalStore } from 'react'
import { type Lang, useConfig } from '../state/config.ts'

type Bundle = Record<string, unknown>
const files = import.meta.glob<Bundle>('./locale/*/*.json', { import: 'default' })

const wanted = new Set<string>()
const loading = new Map<string, Promise<void>>()

const loadFile = (lang: Lang, ns: string): Promise<void> => {
  const key = `${lang}/${ns}`
  const known = loading.get(key)
  if (known) return known
  const file = files[`./locale/${key}.json`]
  const promise = file
    ? file().then((bundle) => void i18next.addResourceBundle(lang, ns, bundle, true, true))
    : Promise.reject(new Error(`no locale file ${key}`))
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

let ready: Promise<unknown> | undefined
export const initI18n = (): Promise<unknown> =>
  (ready ??= i18next
    .init({
      lng: currentLanguage(),
      fallbackLng: 'zh-cn',
      lowerCaseLng: true,
      defaultNS: 'common',
      ns: ['common'],
      resources: {},
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
    .then(() => ensureText('common'))
    .then(() => applyToDocument(currentLanguage())))

const applyToDocument = (lang: Lang): void => {
  document.documentElement.lang = lang === 'en' ? 'en' : 'zh-CN'
}

/** No reload: open tabs, forms and scroll positions stay as they are. */
export const setLanguage = async (lang: Lang): Promise<void> => {
  await Promise.all([...wanted].map((ns) => loadFile(lang, ns)))
  useConfig.getState().setLang(lang)
  applyToDocument(lang)
  await i18next.changeLanguage(lang)
}

export type Text = (key: string, values?: TOptions) => string

/** Outside React; `ns:key` reaches another file. */
export const t: Text = (key, values = {}) => i18next.t(key, values)

const subscribe = (notify: () => void): (() => void) => {
  i18next.on('languageChanged', notify)
  return () => i18next.off('languageChanged', notify)
}
const texts = new Map<string, Text>()
const textOf = (lang: string, ns: string): Text => {
  const key = `${lang}/${ns}`
  let text = texts.get(key)
  if (!text) {
    const fixed = i18next.getFixedT(lang, [ns, 'common'])
    texts.set(key, (text = (k, values = {}) => fixed(k, values)))
  }
  return text
}

export const useLanguage = (): Lang => useSyncExternalStore(subscribe, () => i18next.language as Lang)

const loaded = (lang: Lang, ns: string): boolean => i18next.hasResourceBundle(lang, ns)

/** Texts of one file, with `common` behind it; suspends until the file is there. */
export const useText = (ns = 'common'): Text => {
  const lang = useLanguage()
  if (!loaded(lang, ns)) use(ensureText(ns))
  return textOf(lang, ns)
}
