import type { Lang } from '../state/config.ts'

export type Words = Record<string, string>

const files = import.meta.glob<Words>('../i18n/locale/*/home.json', { import: 'default' })

/** The page ships in Chinese; the other words come when somebody asks for them. */
export const loadWords = (lang: Lang): Promise<Words> => files[`../i18n/locale/${lang}/home.json`]?.() ?? Promise.resolve({})
