/** `row` −1 is the header. Columns count the checkbox and the actions too. */
export type Position = { row: number; column: number }
type Bounds = { rows: number; columns: number; page: number }

const clamp = (n: number, low: number, high: number) => Math.min(Math.max(n, low), Math.max(low, high))

/** Where a key leads, or null when it is not a key of the grid. */
export const positionAfter = (key: string, ctrl: boolean, { row, column }: Position, { rows, columns, page }: Bounds): Position | null => {
  const at = (r: number, c: number): Position => ({ row: clamp(r, -1, rows - 1), column: clamp(c, 0, columns - 1) })
  switch (key) {
    case 'ArrowUp':
      return at(row - 1, column)
    case 'ArrowDown':
      return at(row + 1, column)
    case 'ArrowLeft':
      return at(row, column - 1)
    case 'ArrowRight':
      return at(row, column + 1)
    case 'Home':
      return at(ctrl ? 0 : row, 0)
    case 'End':
      return at(ctrl ? rows - 1 : row, columns - 1)
    case 'PageUp':
      return at(Math.max(row - page, 0), column)
    case 'PageDown':
      return at(row + page, column)
    case 'j':
    case 'J':
      return ctrl ? null : at(row + 1, column)
    case 'k':
    case 'K':
      // With Ctrl it opens the palette.
      return ctrl ? null : at(Math.max(row - 1, 0), column)
    default:
      return null
  }
}
