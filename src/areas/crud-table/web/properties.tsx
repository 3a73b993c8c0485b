import { useId, type ReactNode } from 'react'
import plus from 'virtual:icon/plus'
import cross from 'virtual:icon/x'
import { PATTERNS } from '#kernel'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { type FieldCard, isChoiceKind, isPointerKind, newOption, setProperty, titleIn } from './model.ts'

const TEXT = new Set(['string', 'textarea', 'richText', 'code'])
/** Only pictures can be shown to whoever asks. */
const PICTURE = new Set(['image', 'images'])
const NUMBER = new Set(['integer', 'number', 'float', 'year'])

export const Labelled = ({ label, help, children }: { label: string; help?: string; children(id: string): ReactNode }) => {
  const id = useId()
  return (
    <div className="designer-property">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {help && <small>{help}</small>}
    </div>
  )
}
export const TextBox = ({
  label,
  value,
  onChange,
  help,
  code,
}: {
  label: string
  value: string
  onChange(v: string): void
  help?: string
  code?: boolean
}) => (
  <Labelled label={label} {...(help ? { help } : {})}>
    {(id) => (
      <input
        id={id}
        className={code ? 'input input-code-line' : 'input'}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(e) => onChange(e.target.value)}
      />
    )}
  </Labelled>
)
const NumberBox = ({ label, value, onChange }: { label: string; value: number | undefined; onChange(v: number | undefined): void }) => (
  <Labelled label={label}>
    {(id) => (
      <input
        id={id}
        className="input"
        type="number"
        value={value ?? ''}
        onChange={(e) => onChange(e.target.value === '' ? undefined : Number(e.target.value))}
      />
    )}
  </Labelled>
)
export const Tick = ({ label, checked, onChange }: { label: string; checked: boolean; onChange(v: boolean): void }) => (
  <label className="designer-tick">
    <input type="checkbox" checked={checked} onChange={(e) => onChange(e.target.checked)} />
    {label}
  </label>
)
export const Choice = ({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange(v: string): void
}) => (
  <Labelled label={label}>
    {(id) => (
      <select id={id} className="input" value={value} onChange={(e) => onChange(e.target.value)}>
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

const Options = ({ card, onChange }: { card: FieldCard; onChange(change: Partial<FieldCard>): void }) => {
  const t = useText('designer')
  const lang = useLanguage()
  const put = (at: number, change: object) => onChange({ options: card.options.map((o, i) => (i === at ? { ...o, ...change } : o)) })
  const add = () =>
    onChange({
      options: [...card.options, newOption(card.options.length + 1)],
    })
  return (
    <fieldset className="designer-options">
      <legend>{t('property.options')}</legend>
      {card.options.map((option, at) => (
        <div key={at}>
          <input
            className="input input-code-line"
            aria-label={t('option.value')}
            value={option.value}
            onChange={(e) => put(at, { value: e.target.value })}
          />
          <input className="input" aria-label={t('option.zh')} value={option.zh} onChange={(e) => put(at, { zh: e.target.value })} />
          <input className="input" aria-label={t('option.en')} value={option.en} onChange={(e) => put(at, { en: e.target.value })} />
          <Button
            look="quiet"
            icon={cross}
            aria-label={t('option.remove', { name: titleIn(option, lang) })}
            onClick={() => onChange({ options: card.options.toSpliced(at, 1) })}
          />
        </div>
      ))}
      <Button icon={plus} onClick={add}>
        {t('option.add')}
      </Button>
    </fieldset>
  )
}

export type Target = { name: string; title: string; labels: readonly string[] }
type Props = { card: FieldCard; isStored: boolean; targets: readonly Target[]; onChange(change: Partial<FieldCard>): void }

/** Everything about the chosen field; only what its kind understands is there. */
export const Properties = ({ card, isStored, targets, onChange }: Props) => {
  const t = useText('designer')
  const lang = useLanguage()
  const { field } = card
  const set = (name: string, value: unknown) => onChange(setProperty(card, name, value))
  const to = 'to' in field ? field.to : ''
  return (
    <form className="designer-properties" onSubmit={(e) => e.preventDefault()} aria-label={t('properties', { name: titleIn(card, lang) })}>
      <h3>{t(`kind.${field.kind}`)}</h3>
      <TextBox label={t('property.zh')} value={card.zh} onChange={(zh) => onChange({ zh })} />
      <TextBox label={t('property.en')} value={card.en} onChange={(en) => onChange({ en })} />
      {isStored ? (
        <p className="designer-fixed">{t('property.nameFixed', { name: card.name })}</p>
      ) : (
        <TextBox label={t('property.name')} code value={card.name} help={t('property.nameHelp')} onChange={(name) => onChange({ name })} />
      )}
      {isChoiceKind(field.kind) && <Options card={card} onChange={onChange} />}
      {isPointerKind(field.kind) && (
        <>
          <Choice
            label={t('property.to')}
            value={to}
            options={[{ value: '', label: '–' }, ...targets.map((x) => ({ value: x.name, label: x.title }))]}
            onChange={(name) =>
              onChange({ field: { ...field, to: name, label: targets.find((x) => x.name === name)?.labels[0] ?? '' } as never })
            }
          />
          <Choice
            label={t('property.label')}
            value={'label' in field ? field.label : ''}
            options={(targets.find((x) => x.name === to)?.labels ?? []).map((l) => ({ value: l, label: l }))}
            onChange={(label) => set('label', label)}
          />
        </>
      )}
      {TEXT.has(field.kind) && <NumberBox label={t('property.max')} value={field.max} onChange={(v) => set('max', v)} />}
      {field.kind === 'string' && (
        <Choice
          label={t('property.pattern')}
          value={field.pattern ?? ''}
          options={[{ value: '', label: t('pattern.none') }, ...Object.keys(PATTERNS).map((p) => ({ value: p, label: t(`pattern.${p}`) }))]}
          onChange={(v) => set('pattern', v)}
        />
      )}
      {NUMBER.has(field.kind) && (
        <div className="designer-pair">
          <NumberBox label={t('property.min')} value={field.min} onChange={(v) => set('min', v)} />
          <NumberBox label={t('property.maxValue')} value={field.max} onChange={(v) => set('max', v)} />
        </div>
      )}
      <Tick label={t('property.required')} checked={field.required === true} onChange={(v) => set('required', v)} />
      {TEXT.has(field.kind) && <Tick label={t('property.search')} checked={field.search === true} onChange={(v) => set('search', v)} />}
      {(field.kind === 'string' || field.kind === 'integer') && (
        <Tick label={t('property.unique')} checked={field.unique === true} onChange={(v) => set('unique', v)} />
      )}
      <Tick label={t('property.sensitive')} checked={field.sensitive === true} onChange={(v) => set('sensitive', v)} />
      {PICTURE.has(field.kind) && <Tick label={t('property.public')} checked={field.public === true} onChange={(v) => set('public', v)} />}
      <Tick label={t('property.inList')} checked={card.inList} onChange={(inList) => onChange({ inList })} />
      <Tick label={t('property.inFilter')} checked={card.inFilter} onChange={(inFilter) => onChange({ inFilter })} />
    </form>
  )
}
