/** Default and fallback is the first. A third language is one more name here, and the compiler lists what to translate. */
export const LANGUAGES = ['zh-cn', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export type Words = Readonly<Record<Language, string>>
export const isWords = (told: unknown): told is Words =>
  typeof told === 'object' && told !== null && LANGUAGES.every((language) => typeof Reflect.get(told, language) === 'string')
/** The same of every language. */
export const wordsIn = <T>(of: Readonly<Record<Language, T>>, word: (text: T) => string): Words => ({
  'zh-cn': word(of['zh-cn']),
  en: word(of.en),
})
/** What has a name and an English one: in English that, where there is one. */
export const nameIn = (language: Language, { name, nameEn }: { readonly name: string; readonly nameEn?: string | null }): string =>
  (language === 'en' && nameEn) || name
/** Names one behind the other. */
export const listIn = (language: Language, names: readonly string[]): string => names.join(language === 'en' ? ', ' : '、')
export const languageOf = (header: unknown): Language => (LANGUAGES.includes(header as Language) ? (header as Language) : LANGUAGES[0])
