/** One thing the palette can find. `spellings` are other ways to write its name: initials, full pinyin, path. */
export type Entry = {
  id: string
  kind: 'page' | 'record' | 'action'
  title: string
  hint: string
  icon: string
  spellings: readonly string[]
  run(): void
}

const squeeze = (text: string): string => text.toLowerCase().replace(/[\s/·.\-_]+/g, '')

const inOrder = (needle: string, hay: string): boolean => {
  let at = 0
  for (const c of hay) if (c === needle[at]) at += 1
  return at === needle.length
}

/** Higher is better, 0 = no match: the start of a name beats its middle, a name beats its pinyin, anything beats scattered letters. */
export const score = (needle: string, entry: Pick<Entry, 'title' | 'spellings'>): number => {
  const wish = squeeze(needle)
  if (!wish) return 1
  const title = squeeze(entry.title)
  if (title === wish) return 100
  if (title.startsWith(wish)) return 90
  if (title.includes(wish)) return 80
  const spellings = entry.spellings.map(squeeze)
  if (spellings.includes(wish)) return 75
  if (spellings.some((s) => s.startsWith(wish))) return 70
  if (spellings.some((s) => s.includes(wish))) return 50
  return wish.length > 1 && inOrder(wish, title) ? 20 : 0
}

export const find = (needle: string, entries: readonly Entry[]): Entry[] =>
  entries
    .map((entry, i) => ({ entry, i, score: score(needle, entry) }))
    .filter((e) => e.score > 0)
    .toSorted((a, b) => b.score - a.score || a.i - b.i)
    .map((e) => e.entry)
