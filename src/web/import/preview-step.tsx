import { useState } from 'react'
import type { ImportPreview, ImportProblem } from '#kernel'
import { useText } from '../i18n/index.ts'

const SHOWN = 200

type Props = {
  preview: ImportPreview
  columns: readonly { name: string; title: string }[]
  rows: readonly (readonly string[])[]
  /** Which row of the sheet each is: whoever mends the file looks for that number. */
  numbers: readonly number[]
}
type Told = ReadonlyMap<number, readonly ImportProblem[]>
const byRow = (problems: readonly ImportProblem[]): Told => Map.groupBy(problems, (p) => p.row)

/** The rows as they would come in, with what is wrong under the cell that it is about. */
export const PreviewStep = ({ preview, columns, rows, numbers }: Props) => {
  const t = useText('import')
  const [onlyBad, setOnlyBad] = useState(preview.bad.length > 0)
  const told = byRow(preview.problems)
  const shown = (onlyBad ? preview.bad : rows.map((_, i) => i)).slice(0, SHOWN)
  const all = onlyBad ? preview.bad.length : rows.length
  return (
    <div className="import-preview">
      <p role="status">
        {preview.bad.length === 0
          ? t('allGood', { count: preview.rows })
          : t('someBad', {
              count: preview.rows,
              good: preview.rows - preview.bad.length,
              bad: preview.bad.length,
              problems: preview.total,
            })}
      </p>
      {preview.bad.length > 0 && (
        <label className="import-only">
          <input type="checkbox" checked={onlyBad} onChange={(event) => setOnlyBad(event.target.checked)} />
          {t('onlyBad')}
        </label>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is wider than the window */}
      <div className="import-scroll" tabIndex={0} role="region" aria-label={t('previewed')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('row')}</th>
              {columns.map((column) => (
                <th key={column.name} scope="col">
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((at) => {
              const problems = told.get(at) ?? []
              const whole = problems.filter((p) => p.column === null)
              return (
                <tr key={at} data-bad={problems.length > 0 || undefined}>
                  <th scope="row">
                    {numbers[at]}
                    {whole.map((p) => (
                      <em key={p.text}>{p.text}</em>
                    ))}
                  </th>
                  {columns.map((column, i) => {
                    const here = problems.filter((p) => p.column === column.name)
                    return (
                      <td key={column.name} data-title={column.title} data-bad={here.length > 0 || undefined}>
                        {rows[at]?.[i]}
                        {here.map((p) => (
                          <em key={p.text}>{p.text}</em>
                        ))}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {all > SHOWN && <p className="field-note">{t('shown', { count: SHOWN, all })}</p>}
    </div>
  )
}
