import { ensureText, useText } from '../../i18n/index.ts'
import { useResource } from '../../resource/context.ts'
import { formatNumber } from '../../ui/format.ts'
import './form.css'

await ensureText('study')

/** `label`: what the study calls the form. */
export type FormHash = { form: string; label: string; records: number; hash: string }
const isForm = (given: unknown): given is FormHash => typeof given === 'object' && given !== null && 'form' in given && 'hash' in given
export const formsIn = (manifest: unknown): FormHash[] => (Array.isArray(manifest) ? manifest.filter(isForm) : [])

/** What was signed, form by form. */
export const SignedForms = ({ forms }: { forms: readonly FormHash[] }) => {
  const t = useText('study')
  const { lang } = useResource().words
  return (
    <div className="signature-forms">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('signature.form')}</th>
            <th scope="col">{t('signature.records')}</th>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {forms.map(({ form, label, records, hash }) => (
            <tr key={form}>
              <th scope="row">{label}</th>
              <td>{formatNumber(records, lang)}</td>
              <td>
                <code>{hash}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
