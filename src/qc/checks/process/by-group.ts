type Attributes = Readonly<Record<string, unknown>>
type Counted = { denominator: number; violated: number; value?: number }

/** Facts have no table to group by: their own attributes stand for the columns. */
export function byGroup<T extends Attributes>(
  items: readonly T[],
  columns: readonly string[] | undefined,
  count: (members: readonly T[]) => Counted,
): readonly (Counted & { group: readonly (string | null)[] })[] {
  if (!columns?.length) return []
  const groups = Map.groupBy(items, (item) => JSON.stringify(columns.map((column) => asText(item[column]))))
  return [...groups].map(([key, members]) => ({ group: JSON.parse(key) as (string | null)[], ...count(members) }))
}

const asText = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
