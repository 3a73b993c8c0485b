/** A line longer than this is shown in pieces: one element with a megabyte of text stops the browser. */
const LONGEST = 2000

export type Line = { number: number; text: string; isContinued: boolean }

export const linesOf = (text: string): Line[] =>
  text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    if (line.length <= LONGEST) return [{ number: index + 1, text: line, isContinued: false }]
    return Array.from({ length: Math.ceil(line.length / LONGEST) }, (_, piece) => ({
      number: index + 1,
      text: line.slice(piece * LONGEST, (piece + 1) * LONGEST),
      isContinued: piece > 0,
    }))
  })

/** Easier to read with one value per line; what is not JSON stays as it is. */
export const tidyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export type Token = { text: string; kind: 'key' | 'string' | 'number' | 'word' | 'plain' }
/** A string that is not closed here goes on to the end of the line: looking for its end from every quote would take for ever. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|true|false|null/g
const kindOf = (token: string, rest: string): Token['kind'] => {
  if (token.startsWith('"')) return rest.trimStart().startsWith(':') ? 'key' : 'string'
  return /^[a-z]/.test(token) ? 'word' : 'number'
}

export const jsonTokens = (line: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  for (const match of line.matchAll(TOKENS)) {
    if (match.index > at) tokens.push({ text: line.slice(at, match.index), kind: 'plain' })
    const [text] = match
    at = match.index + text.length
    tokens.push({ text, kind: kindOf(text, line.slice(at)) })
  }
  if (at < line.length) tokens.push({ text: line.slice(at), kind: 'plain' })
  return tokens
}

/** Indexes of the lines that hold the text. */
export const findInLines = (lines: readonly Line[], text: string): number[] => {
  const wanted = text.toLowerCase()
  return wanted ? lines.flatMap((line, index) => (line.text.toLowerCase().includes(wanted) ? [index] : [])) : []
}
