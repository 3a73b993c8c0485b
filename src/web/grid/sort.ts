export type SortKey = { id: string; descending: boolean }
/** The first counts most; none: the list's own order. */
export type GridSort = readonly SortKey[]

const turned = (key: SortKey | undefined, id: string): SortKey[] =>
  !key ? [{ id, descending: false }] : key.descending ? [] : [{ id, descending: true }]

/** Ascending, descending, none; `adds` keeps the other columns, a new one counts least. */
export const nextSort = (sort: GridSort, id: string, adds = false): GridSort => {
  const key = sort.find((k) => k.id === id)
  if (!adds) return turned(sort.length === 1 ? key : undefined, id)
  return key ? sort.flatMap((k) => (k.id === id ? turned(k, id) : [k])) : [...sort, { id, descending: false }]
}
export const ariaSort = (sort: GridSort, id: string): 'ascending' | 'descending' | 'none' => {
  const key = sort.find((k) => k.id === id)
  return !key ? 'none' : key.descending ? 'descending' : 'ascending'
}
/** Which place a column has among several; 0 where it stands alone or not at all. */
export const sortPlace = (sort: GridSort, id: string): number => (sort.length < 2 ? 0 : sort.findIndex((k) => k.id === id) + 1)
