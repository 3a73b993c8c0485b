import { isObject } from '#kernel'
import { useResource, useText } from '#web'
import { formatNumber } from '#web/ui/format.ts'

type Variable = { column: string; label: string; format: string; values: readonly string[]; valuesInAll: number; missing: string }
const OPEN_UP_TO = 12
const SHOWN_VALUES = 6

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter(isObject) : [])
const missingOf = (given: unknown): string => {
  if (!isObject(given)) return ''
  const codes = Array.isArray(given['codes']) ? given['codes'].map(String) : []
  return [...codes, ...list(given['ranges']).map(({ min, max }) => `${text(min)} … ${text(max)}`)].join(', ')
}
const variablesOf = (given: readonly unknown[]): Variable[] =>
  given.filter(isObject).map((one) => {
    const choices = list(one['choices'])
    return {
      column: text(one['column']),
      label: text(one['label']),
      format: text(one['format']),
      values: choices.map(({ code, label }) => `${text(code)} = ${text(label)}`),
      valuesInAll: Number(one['choicesInAll'] ?? choices.length),
      missing: missingOf(one['missing']),
    }
  })

/** What a file of SAS, SPSS or Stata says of its variables. Only what some variable has is a column. */
export const Dictionary = ({ given }: { given: readonly unknown[] }) => {
  const t = useText('datafile')
  const { words } = useResource()
  const variables = variablesOf(given)
  if (variables.length === 0) return null
  const has = (name: 'label' | 'format' | 'missing') => variables.some((one) => one[name] !== '')
  const hasValues = variables.some(({ values }) => values.length > 0)
  const n = (value: number) => formatNumber(value, words.lang)
  return (
    <section className="detail">
      <h3>{t('dictionary.title')}</h3>
      <details className="datafile-more" open={variables.length <= OPEN_UP_TO}>
        <summary>{t('dictionary.more', { count: variables.length, amount: n(variables.length) })}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="datafile-table" role="region" aria-label={t('dictionary.title')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('dictionary.column')}</th>
                {has('label') && <th scope="col">{t('dictionary.label')}</th>}
                {has('format') && <th scope="col">{t('dictionary.format')}</th>}
                {hasValues && <th scope="col">{t('dictionary.values')}</th>}
                {has('missing') && <th scope="col">{t('dictionary.missing')}</th>}
              </tr>
            </thead>
            <tbody>
              {variables.map(({ column, label, format, values, valuesInAll, missing }) => (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  {has('label') && <td title={label}>{label}</td>}
                  {has('format') && <td>{format && <code>{format}</code>}</td>}
                  {hasValues && (
                    <td title={values.join('\n')}>
                      {values.slice(0, SHOWN_VALUES).join(' · ')}
                      {valuesInAll > SHOWN_VALUES && ` ${t('dictionary.valuesMore', { amount: n(valuesInAll) })}`}
                    </td>
                  )}
                  {has('missing') && <td>{missing}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
