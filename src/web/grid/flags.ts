import type { Position } from './focus.ts'
import type { Lines } from './lines.ts'

/** Whether a cell has something to look at. */
export type Flagged<Row> = (row: Row, column: string) => boolean
type Found = { row: number; column: number; isThere: boolean }

/** The next cell with a flag, row by row; or the first row that has not come: nobody knows yet what is in it. Null: there is none. */
export const nextFlag = <Row>(
  lines: Pick<Lines<Row>, 'count' | 'at'>,
  columns: readonly { id: string }[],
  flagged: Flagged<Row>,
  from: { row: number; column: number },
  step: 1 | -1,
): Found | null => {
  const wide = columns.length
  // Before the first cell of a row and behind its last one are no cells: the way begins beside them.
  const start = from.row < 0 ? -1 : from.row * wide + Math.min(Math.max(from.column, -1), wide)
  for (let at = start + step; at >= 0 && at < lines.count * wide; at += step) {
    const [row, column] = [Math.floor(at / wide), at % wide]
    const item = lines.at(row)
    if (!item) return { row, column, isThere: false }
    if (flagged(item.row, columns[column]?.id ?? '')) return { row, column, isThere: true }
  }
  return null
}

/** A grid as it was drawn last, and what is to be done once it is drawn again. */
export type Way<Row> = {
  lines: Lines<Row>
  columns: readonly { id: string }[]
  flagged: Flagged<Row> | undefined
  position: Position
  /** Column index of the first data column. */
  lead: number
  go(position: Position): void
  onNone: (() => void) | undefined
  drawn?: (() => void) | undefined
}

/** So many rows that were not there yet are waited for on one way: beyond them a filter is the better question. */
const MOST_WAITS = 10

/** From flag to flag, also over rows that come as they are reached. */
export const walkFlags = <Row>(way: Way<Row>, step: 1 | -1, from = way.position.column - way.lead, waits = 0): void => {
  const { lines, columns, flagged, position, lead } = way
  const found = flagged ? nextFlag(lines, columns, flagged, { row: position.row, column: from }, step) : null
  way.drawn = undefined
  if (!found) return way.onNone?.()
  way.go({ row: found.row, column: found.column + lead })
  if (found.isThere || waits >= MOST_WAITS) return
  way.drawn = () => {
    // Somebody who has gone elsewhere meanwhile stays there.
    if (way.position.row !== found.row && way.position !== position) way.drawn = undefined
    else if (way.position.row === found.row && way.lines.at(found.row)) walkFlags(way, step, step > 0 ? -1 : way.columns.length, waits + 1)
  }
}
