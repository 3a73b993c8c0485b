import { VARIABLE_TYPES } from '#study/dictionary/variable.ts'
import { type ClipboardEvent, type KeyboardEvent, useCallback, useId, useLayoutEffect, useRef } from 'react'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import type { Language, Vocabulary } from '#web/expression/suggest.ts'
import { Button } from '#web/ui/button.tsx'
import plus from 'virtual:icon/plus'
import { blank, cellText, COLUMNS, type ColumnName, isTick, moved, paste, type Problem, type Variable, withCell } from './model.ts'
import { cellId, type RowProblem, VariableRow } from './variable-row.tsx'

type Props = {
  form: string
  variables: readonly Variable[]
  lists: readonly string[]
  problems: readonly Problem[]
  language: Language
  readOnly: boolean
  onChange(variables: Variable[]): void
}

const placeOf = (target: EventTarget): { row: number; column: ColumnName } | null => {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('td[data-column]') : null
  const column = COLUMNS.find((name) => name === cell?.dataset['column'])
  const row = Number(cell?.parentElement?.dataset['row'])
  return column && Number.isInteger(row) ? { row, column } : null
}

/** The variables of a form, edited in their cells: Enter goes down, Alt with an arrow moves the row, Ctrl+D takes the value from above. */
export const VariableGrid = ({ form, variables, lists, problems, language, readOnly, onChange }: Props) => {
  const t = useText('dictionary')
  const lang = behind(useLanguage())
  const gridId = useId()
  const now = useRef({ variables, onChange })
  useLayoutEffect(() => {
    now.current = { variables, onChange }
  })
  const focus = (row: number, column: string) => requestAnimationFrame(() => document.getElementById(cellId(gridId, row, column))?.focus())
  // An expression speaks of the variables of its form, as they are called at this moment.
  const vocabulary = useCallback((): Vocabulary => {
    const columns = now.current.variables.flatMap(({ code: name, label, labelEn }) =>
      name ? [{ name, label: { 'zh-cn': label || labelEn || name, en: labelEn || label || name } }] : [],
    )
    return { ...language, tables: [], own: [{ code: form, label: { 'zh-cn': form, en: form }, columns }] }
  }, [language, form])
  const put = useCallback((next: Variable[]) => now.current.onChange(next), [])
  const onCell = useCallback(
    (index: number, column: ColumnName, text: string) =>
      put(now.current.variables.map((v, i) => (i === index ? (isTick(column) ? withCell(v, column, text) : typed(v, column, text)) : v))),
    [put],
  )
  const onRemove = useCallback((index: number) => put(now.current.variables.filter((_, i) => i !== index)), [put])
  const onMove = useCallback((from: number, to: number) => put(moved(now.current.variables, from, to)), [put])
  const columnTitle = useCallback((column: ColumnName) => t(`column.${column}`), [t])
  const typeName = useCallback((type: string) => t(`type.${type}`), [t])
  const levelName = useCallback((level: number) => t(`level.${level}`), [t])

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target)
    if (!place || event.nativeEvent.isComposing) return
    const { row, column } = place
    const arrow = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.altKey && arrow && !readOnly) {
      event.preventDefault()
      const to = Math.min(Math.max(row + arrow, 0), variables.length - 1)
      if (to !== row) onChange(moved(variables, row, to))
      focus(to, column)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (row === variables.length - 1 && !event.shiftKey && !readOnly) onChange([...variables, blank(form)])
      focus(event.shiftKey ? Math.max(0, row - 1) : row + 1, column)
    } else if (event.key === 'd' && (event.ctrlKey || event.metaKey) && !readOnly) {
      event.preventDefault()
      const above = variables[row - 1]
      if (above) onCell(row, column, cellText(above, column))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const place = placeOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    // One value goes where the cursor stands; a block is laid over the cells.
    if (!place || readOnly || !/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return
    event.preventDefault()
    const types = new Map(VARIABLE_TYPES.map((type) => [typeName(type), type]))
    onChange(paste(variables, form, place.row, place.column, text, { types, yes: new Set(t('yes').split(' ')) }))
  }
  const problemsOf = (code: string): string => {
    const own = problems.filter((p) => p.form === form && p.variable === code)
    const cells = own.map((p): [string, RowProblem] => [p.field, { text: p.words[lang] ?? '', isNotice: p.isNotice === true }])
    return JSON.stringify(Object.fromEntries(cells))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the cells inside
    <div className="dictionary-grid" onKeyDown={onKeyDown} onPaste={onPaste}>
      <table>
        <thead>
          <tr>
            {!readOnly && <th aria-label={t('move')} />}
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {columnTitle(column)}
              </th>
            ))}
            {!readOnly && <th aria-label={t('remove')} />}
          </tr>
        </thead>
        <tbody>
          {variables.map((variable, index) => (
            <VariableRow
              key={variable.slot}
              gridId={gridId}
              index={index}
              variable={variable}
              problems={problemsOf(variable.code)}
              lists={lists.join('\n')}
              readOnly={readOnly}
              vocabulary={vocabulary}
              columnTitle={columnTitle}
              typeName={typeName}
              levelName={levelName}
              removeLabel={t('remove')}
              onCell={onCell}
              onRemove={onRemove}
              onMove={onMove}
              moveLabel={t('move')}
            />
          ))}
        </tbody>
      </table>
      {!readOnly && (
        <Button
          icon={plus}
          onClick={() => {
            onChange([...variables, blank(form)])
            focus(variables.length, 'code')
          }}
        >
          {t('addVariable')}
        </Button>
      )}
    </div>
  )
}

/** While somebody types, a blank at the end is not taken away; codes of missing values are apart by blanks. */
const typed = (variable: Variable, column: ColumnName, text: string): Variable => {
  if (column === 'missingCodes') return { ...variable, missingCodes: text.split(' ') }
  return column === 'type' || column === 'sensitivity' || isTick(column)
    ? withCell(variable, column, text)
    : { ...variable, [column]: text }
}
