import { Suspense, useId, useState } from 'react'
import type { Language } from '#kernel'
import { ExpressionField } from '../expression/expression-field.tsx'
import type { Vocabulary } from '../expression/suggest.ts'
import { attributes, text } from '../field/input/attributes.ts'
import { inputs, lookOf } from '../field/inputs.tsx'
import type { InputViewProps } from '../field/view.ts'
import { useText } from '../i18n/index.ts'
import type { Words } from '../field/words.ts'
import { behind, type Lang } from '../languages.ts'
import type { Body } from './body.ts'
import type { Setting } from './catalogue.ts'
import { NameField } from './name-field.tsx'
import type { Named } from './named.ts'

const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** Several texts, one in a line. What is typed stays as typed until the box is left. */
const LinesInput = ({ id, value, onChange, disabled, describedBy }: InputViewProps) => {
  const [typed, setTyped] = useState(() => (Array.isArray(value) ? value.join('\n') : ''))
  return (
    <textarea
      id={id}
      className="input input-area"
      rows={Math.min(Math.max(typed.split('\n').length, 2), 8)}
      value={typed}
      disabled={disabled}
      aria-describedby={describedBy}
      spellCheck={false}
      onChange={(event) => {
        setTyped(event.target.value)
        const lines = linesOf(event.target.value)
        onChange(lines.length > 0 ? lines : null)
      }}
    />
  )
}

const wordsOf = ({ label, options = {} }: Setting, lang: Lang, language: Language): Words => ({
  lang,
  title: label[language],
  remark: '',
  field: () => label[language],
  help: () => undefined,
  option: (_, value) => options[value]?.[language] ?? value,
  section: (key) => key,
  action: (name) => name,
  move: (to) => to,
})

const GROUPED = new Set(['checkbox', 'switch'])
/** These always show something: untouched, they must show what the check will take. A box may stay empty and says it below. */
const CHOSEN = new Set(['checkbox', 'switch', 'select'])

type Props = {
  setting: Setting
  value: unknown
  onChange(value: unknown): void
  lang: Lang
  disabled: boolean
  /** What an empty box means, said in other words than that it is the default. */
  blank?: (value: string) => string
  /** What an expression may name. */
  vocabulary?: (() => Vocabulary) | undefined
  /** Where tables and columns are picked from, and the rule whose setting this is. */
  picked?: { named: Named; body: Body } | undefined
}
export const SettingField = ({ setting, value, onChange, lang, disabled, blank, vocabulary, picked }: Props) => {
  const id = useId()
  const language = behind(lang)
  const t = useText('control')
  const { field, label, help, many, initial } = setting
  const isChosen = CHOSEN.has(field.kind)
  const untouched = isChosen || initial === undefined ? '' : (blank?.(String(initial)) ?? t('untouched', { value: String(initial) }))
  const isPicked = setting.names !== undefined && picked !== undefined
  const hint = [help?.[language], many && !isPicked ? t('inLines') : '', untouched].filter(Boolean).join(' ')
  const describedBy = hint ? `${id}-help` : undefined
  const Input = many ? LinesInput : inputs[lookOf(field)]
  const Label = GROUPED.has(field.kind) ? 'span' : 'label'
  return (
    <div className="form-field" data-field={setting.path.join('.')} data-kind={field.kind}>
      <Label id={`${id}-label`} {...(Label === 'label' ? { htmlFor: id } : {})} className="form-label">
        {label[language]}
        {field.required && (
          <span className="form-required" aria-hidden>
            *
          </span>
        )}
      </Label>
      {setting.expression && vocabulary ? (
        <ExpressionField
          own={attributes({ id, disabled, invalid: false, describedBy, field })}
          value={text(value)}
          onChange={onChange}
          vocabulary={vocabulary}
          lang={lang}
          lines="many"
        />
      ) : setting.names && picked ? (
        <NameField {...picked} {...{ id, setting, value, onChange, lang, disabled, describedBy }} />
      ) : (
        <Suspense fallback={<span className="input form-waiting" />}>
          <Input
            id={id}
            name={setting.path.join('.')}
            field={field}
            value={isChosen ? (value ?? initial) : value}
            onChange={onChange}
            words={wordsOf(setting, lang, language)}
            disabled={disabled}
            invalid={false}
            describedBy={describedBy}
          />
        </Suspense>
      )}
      {hint && (
        <p id={`${id}-help`} className="form-help">
          {hint}
        </p>
      )}
    </div>
  )
}
