import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import type { CheckType } from '#web/study/catalogue.ts'

const SHOWN_ROWS = 8

/** The rows of the check's own first test, with those it blames. */
const Example = ({ check: { example, slug } }: { check: CheckType }) => {
  const t = useText('control')
  const wrong = new Set(typeof example.violations === 'number' ? [] : example.violations)
  const found = typeof example.violations === 'number' ? example.violations : example.violations.length
  return (
    <details>
      <summary>{t('catalogue.example')}</summary>
      <pre>{JSON.stringify({ check: slug, ...example.parameter }, null, 1)}</pre>
      {example.rows.length > 0 && (
        <div className="catalogue-table">
          <table>
            <thead>
              <tr>
                <th scope="col">#</th>
                {example.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {example.rows.slice(0, SHOWN_ROWS).map((row, at) => (
                <tr key={at} data-wrong={wrong.has(at + 1) || undefined}>
                  <td>
                    {wrong.has(at + 1) ? '▲ ' : ''}
                    {at + 1}
                  </td>
                  {row.map((cell, column) => (
                    <td key={column}>{cell ?? '∅'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>{t('catalogue.finds', { found, of: example.denominator })}</p>
    </details>
  )
}

export const CheckCard = ({ check }: { check: CheckType }) => {
  const language = behind(useLanguage())
  const { id, slug, title, counts, help } = check
  return (
    <article className="panel-card catalogue-card" aria-labelledby={`check-${id}`}>
      <h3 id={`check-${id}`}>
        {title[language]} <small>{id}</small>
      </h3>
      <code>{slug}</code>
      <p>{counts[language]}</p>
      <p className="catalogue-help">{help[language]}</p>
      <Example check={check} />
    </article>
  )
}
