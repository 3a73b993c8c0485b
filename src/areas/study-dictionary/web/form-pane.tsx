import { useText } from '#web'
import { Button } from '#web/ui/button.tsx'
import plus from 'virtual:icon/plus'
import type { Content, FormHead } from './model.ts'

type Props = { content: Content; current: string | null; readOnly: boolean; onChoose(code: string): void; onAdd(): void }

/** The forms of the dictionary, each with how many variables it has. */
export const FormPane = ({ content, current, readOnly, onChoose, onAdd }: Props) => {
  const t = useText('dictionary')
  return (
    <nav className="dictionary-forms" aria-label={t('forms')}>
      {content.forms.map(({ code, name }) => (
        <button key={code} type="button" aria-current={code === current ? 'page' : undefined} onClick={() => onChoose(code)}>
          <span>{name || code}</span>
          <small>{content.variables.filter((v) => v.form === code).length}</small>
        </button>
      ))}
      {!readOnly && (
        <Button icon={plus} onClick={onAdd}>
          {t('addForm')}
        </Button>
      )}
    </nav>
  )
}

type HeadProps = { form: FormHead; isStored: boolean; readOnly: boolean; onChange(form: FormHead): void; onRemove(): void }

/** What a form is called. Its code is fixed once it is saved: records are found by it. */
export const FormHeader = ({ form, isStored, readOnly, onChange, onRemove }: HeadProps) => {
  const t = useText('dictionary')
  const field = (key: 'code' | 'name' | 'nameEn') => (
    <label>
      <span>{t(`form.${key}`)}</span>
      <input
        className="input"
        value={form[key]}
        disabled={readOnly || (key === 'code' && isStored)}
        onChange={(e) => onChange({ ...form, [key]: e.target.value })}
      />
    </label>
  )
  const check = (key: 'repeats' | 'doubleEntry') => (
    <label className="dictionary-check">
      <input type="checkbox" checked={form[key]} disabled={readOnly} onChange={(e) => onChange({ ...form, [key]: e.target.checked })} />
      <span>{t(`form.${key}`)}</span>
    </label>
  )
  return (
    <div className="dictionary-form">
      {field('code')}
      {field('name')}
      {field('nameEn')}
      {check('repeats')}
      {check('doubleEntry')}
      {!readOnly && <Button onClick={onRemove}>{t('form.remove')}</Button>}
    </div>
  )
}
