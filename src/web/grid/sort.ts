export type GridSort = { id: string; descending: boolean } | null

/** Ascending, descending, none. */
export const nextSort = (sort: GridSort, id: string): GridSort =>
  sort?.id !== id ? { id, descending: false } : sort.descending ? null : { id, descending: true }
export const ariaSort = (sort: GridSort, id: string): 'ascending' | 'descending' | 'none' =>
  sort?.id !== id ? 'none' : sort.descending ? 'descending' : 'ascending'
