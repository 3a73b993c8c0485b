const FIRST = /^[\p{L}_]/u
const OTHER = /[^\p{L}\p{N}_]/gu
/** Words that stand for the record itself where its variables are listed. */
const TAKEN = new Set(['id', 'subject', 'visit', 'instance', 'state'])

/** A code of ours from a name of another system. */
export const codeFrom = (name: string): string => {
  const plain = name.replaceAll(OTHER, '_').slice(0, 60)
  const begun = FIRST.test(plain) ? plain : `_${plain}`
  return TAKEN.has(begun.toLowerCase()) ? `${begun}_` : begun
}
/** One that nothing else has yet. */
export const freeCode = (wanted: string, taken: Set<string>, longest = 64): string => {
  let code = wanted.slice(0, longest)
  for (let n = 2; taken.has(code.toLowerCase()); n++) code = `${wanted.slice(0, longest - 4)}_${n}`
  taken.add(code.toLowerCase())
  return code
}

/** Without marks of HTML, on one line. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
export const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** `1, Cough | 2, Fever, chills`: a label may hold commas, never a bar. */
export const choicesIn = (text: string): { code: string; label: string }[] =>
  text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const comma = part.indexOf(',')
      return comma < 0 ? { code: part, label: part } : { code: part.slice(0, comma).trim(), label: part.slice(comma + 1).trim() }
    })
