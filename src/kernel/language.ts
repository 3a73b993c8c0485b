/** Default and fallback is the first. A third language is one more name here, and the compiler lists what to translate. */
export const LANGUAGES = ['zh-cn', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export type Words = Readonly<Record<Language, string>>
export const languageOf = (header: unknown): Language => (LANGUAGES.includes(header as Language) ? (header as Language) : LANGUAGES[0])
