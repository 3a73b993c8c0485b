const GAP = 4
/** Room for “+12”. */
const REST = 28

/** How many chips stand whole in a line of this width, with room for the number of the others. One always stands, cut if it must be. */
export const wholeChips = (widths: readonly number[], room: number): number => {
  let used = 0
  for (const [at, width] of widths.entries()) {
    used += width + (at > 0 ? GAP : 0)
    const isLast = at === widths.length - 1
    if (used + (isLast ? 0 : GAP + REST) > room) return Math.max(at, 1)
  }
  return widths.length
}
