import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import type { CheckType } from '#web/study/catalogue.ts'

const SHOWN_ROWS = 8

type Rows = Pick<CheckType['example'], 'columns' | 'rows'>
const NONE: ReadonlySet<number> = new Set()
/** `name`: of another table that the check looks into. `wrong`: numbers of the rows that it blames. */
const ExampleTable = ({ name, columns, rows, wrong = NONE }: Rows & { name?: string; wrong?: ReadonlySet<number> }) => (
  <div className="catalogue-table">
    <table>
      {name !== undefined && <caption>{name}</caption>}
      <thead>
        <tr>
          <th scope="col">#</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, SHOWN_ROWS).map((row, at) => (
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
)

/** The check's own first test: its table with the rows that it blames, and whatever it looks at beside. */
const Example = ({ check: { example, slug } }: { check: CheckType }) => {
  const t = useText('control')
  const wrong = new Set(typeof example.violations === 'number' ? [] : example.violations)
  const found = typeof example.violations === 'number' ? example.violations : example.violations.length
  const { columns, rows, others = {}, context, source } = example
  return (
    <details>
      <summary>{t('catalogue.example')}</summary>
      <pre>{JSON.stringify({ check: slug, ...example.parameter }, null, 1)}</pre>
      {rows.length > 0 && <ExampleTable columns={columns} rows={rows} wrong={wrong} />}
      {Object.entries(others).map(([name, other]) => (
        <ExampleTable key={name} name={t('catalogue.other', { name })} columns={other.columns} rows={other.rows} />
      ))}
      {(context ?? source) && (
        <>
          <p>{t('catalogue.facts')}</p>
          <pre>{JSON.stringify(context ?? source, null, 1)}</pre>
        </>
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
