const last = new Map<string, Promise<unknown>>()

/** Work under the same key runs one after the other, in the order of asking. */
export const oneByOne = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
  const before = last.get(key)
  const mine = (async () => {
    await before?.catch(() => {})
    return work()
  })()
  last.set(key, mine)
  try {
    return await mine
  } finally {
    if (last.get(key) === mine) last.delete(key)
  }
}
