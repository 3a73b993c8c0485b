import { behind, type Lang } from '../languages.ts'

export type Words = Record<string, string>

const files = import.meta.glob<Words>('../i18n/locale/*/home.json', { import: 'default' })

/** The page ships in Chinese; the other words come when somebody asks for them. */
export const loadWords = async (lang: Lang): Promise<Words> => {
  const read = async (name: Lang) => (await files[`../i18n/locale/${name}/home.json`]?.()) ?? {}
  const [own, other] = await Promise.all([read(lang), lang === behind(lang) ? {} : read(behind(lang))])
  return { ...other, ...own }
}
