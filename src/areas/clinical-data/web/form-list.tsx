import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { formatNumber } from '#web/ui/format.ts'
import type { FormEntry } from './api.ts'

type Props = { forms: readonly FormEntry[]; current: number | null; onChoose(form: number): void }

/** The forms of the study, each with the number of records that this person sees. */
export const FormList = ({ forms, current, onChoose }: Props) => {
  const t = useText('clinical')
  const lang = useLanguage()
  return (
    <nav className="clinical-forms" aria-label={t('forms')}>
      {forms.map(({ id, name, total, capped }) => (
        <button key={id} type="button" aria-current={id === current ? 'page' : undefined} onClick={() => onChoose(id)}>
          <span>{name}</span>
          <small>
            {formatNumber(total, lang)}
            {capped && '+'}
          </small>
        </button>
      ))}
    </nav>
  )
}
