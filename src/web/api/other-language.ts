type Key = readonly unknown[]
const withoutLanguage = (key: Key): string => JSON.stringify(key.slice(0, -1))

/**
 * The `placeholderData` of a key that ends with the language. In the other one the answer comes anew; a page that went away meanwhile would take
 * what was typed in it along.
 */
export const inOtherLanguage =
  (key: Key) =>
  <T>(old: T | undefined, query: { queryKey: Key } | undefined): T | undefined =>
    query && withoutLanguage(query.queryKey) === withoutLanguage(key) ? old : undefined
