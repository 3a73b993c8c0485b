export type Target = { path: string; query: Record<string, string | string[]> }

const queryOf = (search: URLSearchParams): Target['query'] =>
  Object.fromEntries([...new Set(search.keys())].map((key) => [key, search.getAll(key)]).map(([k, v]) => [k, v?.length === 1 ? v[0] : v]))

const searchOf = (query: Target['query'] = {}): string =>
  new URLSearchParams(Object.entries(query).flatMap(([key, value]) => [value].flat().map((v) => [key, String(v)]))).toString()

export const encodeTarget = (url: URL): string =>
  encodeURIComponent(JSON.stringify({ path: url.pathname, query: queryOf(url.searchParams) } satisfies Target))

/** A hand-made or cut-off parameter leads to the first page, not to an error; a foreign path is not followed. */
export const decodeTarget = (text: string | undefined, base: string): string | null => {
  if (!text) return null
  try {
    const { path, query } = JSON.parse(text) as Partial<Target>
    if (typeof path !== 'string' || !path.startsWith(`${base}/`) || path.startsWith(`${base}/loading`)) return null
    const search = searchOf(query)
    return search ? `${path}?${search}` : path
  } catch {
    return null
  }
}

const LOADING = '/loading/'
/** Read from the address itself: the router's parameter turns an encoded slash inside the JSON into a plain one. */
export const targetText = (pathname: string): string | undefined => {
  const at = pathname.indexOf(LOADING)
  const part = at < 0 ? '' : pathname.slice(at + LOADING.length)
  try {
    return part ? decodeURIComponent(part) : undefined
  } catch {
    return undefined
  }
}
