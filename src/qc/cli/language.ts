import type { Text } from '../text.ts'

export type Language = 'zh' | 'en'

export const languageOf = (given: string | undefined): Language =>
  given
    ? given.toLowerCase().startsWith('zh')
      ? 'zh'
      : 'en'
    : Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh')
      ? 'zh'
      : 'en'

export const say = (text: Text, language: Language): string => text[language]
