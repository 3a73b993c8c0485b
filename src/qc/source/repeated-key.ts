const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs

/** The first key that stands twice in one object of valid JSON; a parser keeps the last value without a word. */
export function repeatedKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  let last = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const key = last.includes('\\') ? (JSON.parse(last) as string) : last.slice(1, -1)
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    } else last = token
  }
  return undefined
}
