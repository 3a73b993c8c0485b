import { useLanguage, useText } from '../../i18n/index.ts'
import type { Also, Offer, Plan } from './plan.ts'
import { labelOf } from './label.ts'

const ALSO: readonly { format: Also; name: string }[] = [
  { format: 'xlsx', name: 'Excel' },
  { format: 'xpt', name: 'SAS XPT' },
]
const SITES = ['drop', 'pseudonym', 'keep'] as const

/** How well people must be hidden, and in what form the package comes. */
export const Protection = ({ offer, plan, onChange }: { offer: Offer; plan: Plan; onChange(more: Partial<Plan>): void }) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const count = (key: 'k' | 'l', min: number, max: number) => (
    <label>
      <span>{t(key)}</span>
      <input
        className="input"
        type="number"
        min={min}
        max={max}
        value={plan[key]}
        onChange={(event) => onChange({ [key]: Math.min(max, Math.max(min, Math.trunc(Number(event.target.value)) || min)) })}
      />
    </label>
  )
  const also = plan.also ?? []
  const named = plan.variables.flatMap(({ form, slot }) => offer.variables.find((v) => v.form === form && v.slot === slot) ?? [])
  return (
    <>
      <div className="analysis-fields">
        {count('k', 2, 100)}
        {count('l', 1, 20)}
        <label>
          <span>{t('sensitive')}</span>
          <select
            className="input"
            value={plan.sensitive ? `${plan.sensitive.form} ${plan.sensitive.slot}` : ''}
            onChange={(event) => {
              const [form = 0, slot = 0] = event.target.value.split(' ').map(Number)
              onChange({ sensitive: form ? { form, slot } : null })
            }}
          >
            <option value="">{t('none')}</option>
            {named.map((v) => (
              <option key={`${v.form} ${v.slot}`} value={`${v.form} ${v.slot}`}>
                {labelOf(v, lang)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('site')}</span>
          <select
            className="input"
            value={plan.site}
            onChange={(event) => onChange({ site: SITES.find((s) => s === event.target.value) ?? 'drop' })}
          >
            {SITES.map((site) => (
              <option key={site} value={site}>
                {t(`treatment.${site}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('format')}</span>
          <select
            className="input"
            value={plan.format}
            onChange={(event) => onChange({ format: event.target.value === 'parquet' ? 'parquet' : 'csv' })}
          >
            <option value="csv">CSV</option>
            <option value="parquet">Parquet</option>
          </select>
        </label>
        <fieldset className="analysis-also">
          <legend>{t('also')}</legend>
          {ALSO.map(({ format, name }) => (
            <label key={format}>
              <input
                type="checkbox"
                checked={also.includes(format)}
                onChange={({ target }) => onChange({ also: target.checked ? [...also, format] : also.filter((one) => one !== format) })}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <p className="panel-note">{t('protectionNote')}</p>
      {also.length > 0 && <p className="panel-note">{t('alsoNote')}</p>}
    </>
  )
}
