import { fill } from './error.ts'
import type { Params } from './error.ts'
import { LANGUAGES } from './language.ts'
import type { Language, Words } from './language.ts'

const HEAD = `{"${LANGUAGES[0]}":`

/** Why the process itself does something is kept in every language, as data: whoever reads it reads his own. What a person wrote is plain text. */
export const keptReason = (words: Words, params: Params = {}): string =>
  JSON.stringify(Object.fromEntries(LANGUAGES.map((language) => [language, fill(words[language], params)])))

/** What somebody typed stays what it is, unless it is whole data of this shape: whoever types that is read differently in the two languages. */
export const saidReason = <T extends string | null>(kept: T, language: Language): T | string => {
  if (!kept?.startsWith(HEAD)) return kept
  try {
    const said: unknown = Reflect.get(JSON.parse(kept) as object, language)
    return typeof said === 'string' ? said : kept
  } catch {
    return kept
  }
}
