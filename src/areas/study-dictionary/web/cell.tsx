import { useLanguage } from '#web/i18n/index.ts'
import { ExpressionField } from '#web/expression/expression-field.tsx'
import type { Vocabulary } from '#web/expression/suggest.ts'
import { SENSITIVITIES, VARIABLE_TYPES } from '#study/dictionary/variable.ts'
import type { ColumnName, Variable } from './model.ts'
import { cellText, isTick } from './model.ts'

export type CellProps = {
  id: string
  variable: Variable
  column: ColumnName
  title: string
  lists: readonly string[]
  typeName(type: string): string
  levelName(level: number): string
  problem: string | undefined
  isNotice: boolean
  readOnly: boolean
  vocabulary(): Vocabulary
  onChange(text: string): void
}

/** One cell of the grid: typed into where it stands. */
export const Cell = ({
  id,
  variable,
  column,
  title,
  lists,
  typeName,
  levelName,
  problem,
  isNotice,
  readOnly,
  vocabulary,
  onChange,
}: CellProps) => {
  const lang = useLanguage()
  const common = {
    id,
    'aria-label': `${variable.code || '…'} ${title}`,
    'aria-invalid': (problem !== undefined && !isNotice) || undefined,
    title: problem,
    'data-notice': isNotice || undefined,
    disabled: readOnly,
  }
  const value = cellText(variable, column)
  if (isTick(column))
    return <input {...common} type="checkbox" checked={variable[column]} onChange={(e) => onChange(e.target.checked ? '1' : '')} />
  const choices =
    column === 'type'
      ? VARIABLE_TYPES.map((type) => [type, typeName(type)] as const)
      : column === 'sensitivity'
        ? SENSITIVITIES.map((level) => [String(level), levelName(level)] as const)
        : null
  if (choices)
    return (
      <select {...common} value={value} onChange={(e) => onChange(e.target.value)}>
        {choices.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    )
  if (column === 'codelist' && (variable.type === 'choice' || variable.type === 'choices'))
    return (
      <select {...common} value={value} onChange={(e) => onChange(e.target.value)}>
        <option value="">–</option>
        {[...new Set([...lists, ...(value ? [value] : [])])].map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </select>
    )
  if (column === 'branching' || column === 'formula')
    return <ExpressionField own={common} value={value} onChange={onChange} vocabulary={vocabulary} lang={lang} lines="one" />
  return <input {...common} type="text" spellCheck={false} autoComplete="off" value={value} onChange={(e) => onChange(e.target.value)} />
}
