/** Where each line begins, for rows and columns alike. `starts` has one entry more than there are lines. */
export type Axis = { starts: Float64Array; count: number }

export const axisOf = (count: number, sizeOf: (index: number) => number, zoom: number): Axis => {
  const starts = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) starts[i + 1] = starts[i]! + Math.round(sizeOf(i) * zoom)
  return { starts, count }
}

/** The line that holds a place. */
export const lineAt = ({ starts, count }: Axis, place: number): number => {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= place) low = middle
    else high = middle - 1
  }
  return low
}

export type Span = { from: number; to: number }
/** Lines between two places; `to` is not part of it. */
export const linesBetween = (axis: Axis, from: number, to: number, spare: number): Span => ({
  from: Math.max(0, lineAt(axis, from) - spare),
  to: Math.min(axis.count, lineAt(axis, to) + 1 + spare),
})
