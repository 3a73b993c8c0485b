import { memo, useRef } from 'react'
import grip from 'virtual:icon/grip-vertical'
import { Glyph } from '#web/ui/glyph.tsx'
import type { Vocabulary } from '#web/expression/suggest.ts'
import { Cell } from './cell.tsx'
import { COLUMNS, type ColumnName, type Variable } from './model.ts'
import { useRowDrag } from './use-row-drag.ts'

export type RowProblem = { text: string; isNotice: boolean }
type Props = {
  gridId: string
  index: number
  variable: Variable
  problems: string
  lists: string
  readOnly: boolean
  vocabulary(): Vocabulary
  columnTitle(column: ColumnName): string
  typeName(type: string): string
  levelName(level: number): string
  removeLabel: string
  moveLabel: string
  onCell(index: number, column: ColumnName, text: string): void
  onRemove(index: number): void
  onMove(from: number, to: number): void
}

export const cellId = (gridId: string, index: number, column: string): string => `${gridId}-${index}-${column}`

/** A row is drawn again when its variable changes, not with every key in another one. */
export const VariableRow = memo(function VariableRow(p: Props) {
  const problems = JSON.parse(p.problems) as Record<string, RowProblem | undefined>
  const lists = p.lists ? p.lists.split('\n') : []
  const row = useRef<HTMLTableRowElement>(null)
  const handle = useRef<HTMLTableCellElement>(null)
  useRowDrag(row, handle, p.gridId, p.index, p.onMove)
  return (
    <tr ref={row} data-row={p.index}>
      {!p.readOnly && (
        <td ref={handle} className="dictionary-grip" title={p.moveLabel} aria-hidden>
          <Glyph body={grip} size={14} />
        </td>
      )}
      {COLUMNS.map((column) => (
        <td key={column} data-column={column} data-title={p.columnTitle(column)}>
          <Cell
            id={cellId(p.gridId, p.index, column)}
            variable={p.variable}
            column={column}
            title={p.columnTitle(column)}
            lists={lists}
            typeName={p.typeName}
            levelName={p.levelName}
            problem={problems[column]?.text}
            isNotice={problems[column]?.isNotice ?? false}
            readOnly={p.readOnly}
            vocabulary={p.vocabulary}
            onChange={(text) => p.onCell(p.index, column, text)}
          />
        </td>
      ))}
      {!p.readOnly && (
        <td className="dictionary-remove">
          <button
            type="button"
            aria-label={`${p.removeLabel} ${p.variable.code}`}
            title={p.removeLabel}
            onClick={() => p.onRemove(p.index)}
          >
            ×
          </button>
        </td>
      )}
    </tr>
  )
})
