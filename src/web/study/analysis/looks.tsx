import { useLanguage, useText } from '../../i18n/index.ts'
import type { Names } from './label.ts'
import { nameIn } from '../name-in.ts'

type Bar = { label: string; labelEn?: string; count: number | null }
type Look = { form: string; code: string; rows: number; filled: number; bars: Bar[] }
const isLook = (value: unknown): value is Look => typeof value === 'object' && value !== null && 'bars' in value && 'code' in value

/** Each released variable as bars with their figures beside them; of fewer than five persons only that there are some. */
export const Looks = ({ look, names }: { look: unknown; names: Names }) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const looks = Array.isArray(look) ? look.filter(isLook) : []
  if (looks.length === 0) return null
  return (
    <section className="panel-card">
      <h2>{t('glance')}</h2>
      <div className="analysis-looks">
        {looks.map(({ form, code, filled, rows, bars }) => {
          const most = Math.max(1, ...bars.map(({ count }) => count ?? 0))
          return (
            <figure key={`${form} ${code}`}>
              <figcaption>
                {names.form(form)} · {names.variable(form, code)} <small>{t('filledOf', { filled, rows })}</small>
              </figcaption>
              <ul>
                {bars.map(({ label, labelEn, count }) => (
                  <li key={label}>
                    <span>{nameIn(lang, { name: label, nameEn: labelEn })}</span>
                    <i aria-hidden>
                      <b style={{ inlineSize: `${(100 * (count ?? 0)) / most}%` }} />
                    </i>
                    <span>{count ?? '<5'}</span>
                  </li>
                ))}
              </ul>
            </figure>
          )
        })}
      </div>
    </section>
  )
}
