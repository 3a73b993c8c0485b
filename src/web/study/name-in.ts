import { behind, type Lang } from '../languages.ts'

const isSaid = (text: unknown): text is string => typeof text === 'string' && text !== ''

/** What has a Chinese and an English name, as the reader says it: the other name, then the code, where the own one is not there. */
export const nameIn = (lang: Lang, { name, nameEn, code }: Readonly<Record<string, unknown>>): string =>
  (behind(lang) === 'en' ? [nameEn, name, code] : [name, nameEn, code]).find(isSaid) ?? ''
