import { memo } from 'react'
import type { Vocabulary } from '#web/expression/suggest.ts'
import { Cell } from './cell.tsx'
import { COLUMNS, type ColumnName, type Variable } from './model.ts'

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
  removeLabel: string
  onCell(index: number, column: ColumnName, text: string): void
  onRemove(index: number): void
}

export const cellId = (gridId: string, index: number, column: string): string => `${gridId}-${index}-${column}`

/** A row is drawn again when its variable changes, not with every key in another one. */
export const VariableRow = memo(function VariableRow(p: Props) {
  const problems = JSON.parse(p.problems) as Record<string, RowProblem | undefined>
  const lists = p.lists ? p.lists.split('\n') : []
  return (
    <tr data-row={p.index}>
      {COLUMNS.map((column) => (
        <td key={column} data-column={column} data-title={p.columnTitle(column)}>
          <Cell
            id={cellId(p.gridId, p.index, column)}
            variable={p.variable}
            column={column}
            title={p.columnTitle(column)}
            lists={lists}
            typeName={p.typeName}
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
