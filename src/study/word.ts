const textsIn = (said: unknown): string[] =>
  typeof said === 'string' ? [said] : typeof said === 'object' && said !== null ? Object.values(said).flatMap(textsIn) : []

/** What texts say, word by word; what settings are called is not read: a variable may be called “name” or “min”. */
export const wordsIn = (said: unknown): ReadonlySet<string> =>
  new Set(
    textsIn(said)
      .join(' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}_]+/u),
  )

/** What a column and a variable are called, compared as people write it. */
export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*()_\-.:]/g, '')
