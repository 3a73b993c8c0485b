import { useText } from '../i18n/index.ts'
import { assigned, type Mapping, missing, type Target } from './mapping.ts'
import type { Table } from './table.ts'

const SAMPLE = 3

type Props = { table: Pick<Table, 'head' | 'rows'>; targets: readonly Target[]; mapping: Mapping; onChange(mapping: Mapping): void }

/** Which column fills which field; the first values stand beside it. */
export const MappingStep = ({ table, targets, mapping, onChange }: Props) => {
  const t = useText('import')
  const lacking = missing(mapping, targets)
  const sampleOf = (column: number): string =>
    table.rows
      .map((row) => row[column] ?? '')
      .filter(Boolean)
      .slice(0, SAMPLE)
      .join(' · ')
  return (
    <div className="import-mapping">
      {lacking.length > 0 && (
        <p className="form-trouble" role="alert">
          {t('lacking', { names: lacking.map((one) => one.title).join(t('listSeparator')) })}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('sample')}</th>
            <th scope="col">{t('field')}</th>
          </tr>
        </thead>
        <tbody>
          {table.head.map((title, i) => (
            <tr key={i} data-left={mapping[i] === null || undefined}>
              <th scope="row">{title || t('unnamed', { n: i + 1 })}</th>
              <td title={sampleOf(i)} data-title={t('sample')}>
                {sampleOf(i)}
              </td>
              <td>
                <select
                  className="input"
                  aria-label={t('fieldOf', { column: title || t('unnamed', { n: i + 1 }) })}
                  value={mapping[i] ?? ''}
                  onChange={(event) => onChange(assigned(mapping, i, event.target.value || null))}
                >
                  <option value="">{t('leave')}</option>
                  {targets.map((one) => (
                    <option key={one.name} value={one.name}>
                      {one.required ? `${one.title} *` : one.title}
                    </option>
                  ))}
                </select>
                <small>{targets.find((one) => one.name === mapping[i])?.hint}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
