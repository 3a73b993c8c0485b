import { fill } from './error.ts'
import type { Params } from './error.ts'
import { isWords, LANGUAGES } from './language.ts'
import type { Language, Words } from './language.ts'

/** Why something is done: what a person wrote is text, what the process itself says is words in every language. */
export type Reason = string | Words

export const filled = (words: Words, params: Params): Words => ({ 'zh-cn': fill(words['zh-cn'], params), en: fill(words.en, params) })

const HEAD = `{"${LANGUAGES[0]}":`

/** As it is stored. Text that looks like words of the process begins with a space: unguarded it would be read differently in the two languages. */
export const keptText = (reason: Reason): string => {
  if (typeof reason === 'string') return reason.startsWith(HEAD) ? ` ${reason}` : reason
  return JSON.stringify(Object.fromEntries(LANGUAGES.map((language) => [language, reason[language]])))
}

export const keptReason = (reason: Reason | undefined): string | null => (reason === undefined ? null : keptText(reason))

/** What was stored, to act with again. */
export const readReason = (kept: string): Reason => {
  if (!kept.startsWith(HEAD)) return kept
  try {
    const told: unknown = JSON.parse(kept)
    return isWords(told) ? told : kept
  } catch {
    return kept
  }
}
export const saidReason = <T extends string | null>(kept: T, language: Language): T | string => {
  const reason = kept === null ? null : readReason(kept)
  return reason === null || typeof reason === 'string' ? kept : reason[language]
}
/** For a field of a record, which everybody reads as it stands. */
export const reasonIn = (reason: Reason, language: Language): string => (typeof reason === 'string' ? reason : reason[language])
