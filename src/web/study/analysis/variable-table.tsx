import { useLanguage, useText } from '../../i18n/index.ts'
import type { Chosen, Kind, Offer, Treatment, Variable } from './plan.ts'
import { labelOf } from './label.ts'
import { nameIn } from '../name-in.ts'

const begin = (kind: Kind): Treatment =>
  kind === 'band' ? { kind, width: 10, top: null } : kind === 'mask' ? { kind, first: 1, last: 0 } : { kind }

type Props = { offer: Offer; chosen: Chosen[]; onChange(chosen: Chosen[]): void }
type LineProps = { variable: Variable; one: Chosen | undefined; onChange(one: Chosen | null): void }

const Line = ({ variable, one, onChange }: LineProps) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const label = labelOf(variable, lang)
  const kinds = variable.treatments
  const first = kinds[0] ?? 'drop'
  const set = (more: Partial<Chosen>) => one && onChange({ ...one, ...more })
  return (
    <tr>
      <th scope="row">
        <label className="check">
          <input
            type="checkbox"
            checked={one !== undefined}
            onChange={(event) =>
              onChange(event.target.checked ? { form: variable.form, slot: variable.slot, treatment: begin(first), quasi: false } : null)
            }
          />
          {label} <code>{variable.code}</code>
        </label>
      </th>
      <td>
        <span className="analysis-sensitivity" data-level={variable.sensitivity}>
          {t(`sensitivity.${variable.sensitivity}`)}
        </span>
      </td>
      <td>
        {one && (
          <>
            <select
              className="input"
              aria-label={t('treatmentOf', { name: label })}
              value={one.treatment.kind}
              onChange={(event) => set({ treatment: begin(kinds.find((kind) => kind === event.target.value) ?? first) })}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`treatment.${kind}`)}
                </option>
              ))}
            </select>
            {one.treatment.kind === 'band' && (
              <input
                className="input analysis-width"
                type="number"
                min={0.001}
                step="any"
                aria-label={t('widthOf', { name: label })}
                value={one.treatment.width ?? 10}
                onChange={(event) => set({ treatment: { ...one.treatment, width: Math.max(0.001, Number(event.target.value) || 10) } })}
              />
            )}
          </>
        )}
      </td>
      <td>
        {one && (
          <label className="check">
            <input
              type="checkbox"
              aria-label={t('quasiOf', { name: label })}
              checked={one.quasi}
              onChange={(event) => set({ quasi: event.target.checked })}
            />
            <span className="analysis-phone">{t('quasi')}</span>
          </label>
        )}
      </td>
    </tr>
  )
}

/** The variables of the published dictionary, form by form; chosen ones with what becomes of their values. */
export const VariableTable = ({ offer, chosen, onChange }: Props) => {
  const t = useText('analysis')
  const lang = useLanguage()
  const isOf = (v: Variable) => (one: Chosen) => one.form === v.form && one.slot === v.slot
  const replace = (v: Variable, one: Chosen | null) => {
    const others = chosen.filter((other) => !isOf(v)(other))
    const order = (c: Chosen) => offer.variables.findIndex((w) => w.form === c.form && w.slot === c.slot)
    onChange([...others, ...(one ? [one] : [])].toSorted((a, b) => order(a) - order(b)))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is wider than the window
    <div className="analysis-table analysis-variables" role="region" aria-label={t('variables')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('variable')}</th>
            <th scope="col">{t('sensitivity.title')}</th>
            <th scope="col">{t('treatment.title')}</th>
            <th scope="col">{t('quasi')}</th>
          </tr>
        </thead>
        {offer.forms.map(({ id, code, name, nameEn }) => (
          <tbody key={id}>
            <tr>
              <th scope="rowgroup" colSpan={4} className="analysis-form">
                {nameIn(lang, { name, nameEn, code })}
              </th>
            </tr>
            {offer.variables
              .filter((v) => v.form === id)
              .map((v) => (
                <Line key={v.slot} variable={v} one={chosen.find(isOf(v))} onChange={(one) => replace(v, one)} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
