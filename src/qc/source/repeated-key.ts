/** The first key that stands twice in one object of valid JSON; a parser keeps the last value without a word. */
export function repeatedKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  let last = ''
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '"') {
      const end = endOfString(text, at)
      last = text.slice(at, end + 1)
      at = end
    } else if (mark === '{') open.push(new Set())
    else if (mark === '[') open.push(undefined)
    else if (mark === '}' || mark === ']') open.pop()
    else if (mark === ':') {
      const key = last.includes('\\') ? (JSON.parse(last) as string) : last.slice(1, -1)
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}

/** A pattern for this overflows its stack on texts of some megabytes. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
