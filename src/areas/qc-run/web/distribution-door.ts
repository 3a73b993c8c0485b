export type Bin = { low: number | null; high: number | null; count: number; isOut: boolean }
/** `type`: of the variable in the dictionary; `to`: the end of the axis. */
export type Barred = { slot: string | null; type: string | null; to: number }

/** The records whose values lie in a bar, as the list of the form shows them; a file has no list of rows. */
export const rowsOf = (
  study: number | null,
  { form }: { form: number | null },
  { slot, type, to }: Barred,
  { low, high }: Bin,
): string | null => {
  if (study === null || form === null || slot === null || (type !== 'integer' && type !== 'number')) return null
  // A list of whole numbers is asked for whole numbers.
  const edge = (value: number, isWithin: boolean): number =>
    type === 'integer' ? (isWithin ? Math.ceil(value) : Math.floor(value)) : value
  const bound = (operator: string, value: number) => `&f${form}.filter=${slot}:${encodeURIComponent(operator)}:${value}`
  // The last bar has its end: what lies above the axis begins beyond it.
  const isLast = low !== null && high === to
  const from = low === null ? '' : high === null ? bound('>', edge(low, false)) : bound('>=', edge(low, true))
  const until = high === null ? '' : isLast ? bound('<=', edge(high, false)) : bound('<', edge(high, true))
  return `/admin/clinical/data?study=${study}&form=${form}${from}${until}`
}
