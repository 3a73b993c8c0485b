import { Suspense, useId } from 'react'
import { fieldSentence } from '#kernel'
import { inputs, lookOf } from '../../field/inputs.tsx'
import type { RowData } from '../../field/view.ts'
import { useText } from '../../i18n/index.ts'
import { behind } from '../../i18n/languages.ts'
import { useResource } from '../context.ts'
import type { Form } from './use-form.ts'

/** Kinds made of several controls: their label names a group instead of pointing at one element. */
const grouped = new Set(['radio', 'checkbox', 'array', 'switch', 'icon', 'richText'])

export const FormField = ({ name, form, row }: { name: string; form: Form; row?: RowData | undefined }) => {
  const t = useText('form')
  const { words, half } = useResource()
  const id = useId()
  const field = form.fields[name]!
  const problem = form.problems[name]
  const fixed = form.mode === 'edit' && field.immutable === true
  const help = fixed ? t('immutable') : words.help(name)
  const Input = half.fields?.[name]?.Input ?? inputs[lookOf(field)]
  const required = field.required && !(field.kind === 'password' && form.mode === 'edit')
  const describedBy = [problem && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined
  const text = (
    <>
      {words.field(name)}
      {required && (
        <span className="form-required" title={t('required')} aria-hidden>
          *
        </span>
      )}
    </>
  )
  return (
    <div className="form-field" data-field={name} data-kind={field.kind} onBlur={() => form.judge(name)}>
      {grouped.has(field.kind) ? (
        <span id={`${id}-label`} className="form-label">
          {text}
        </span>
      ) : (
        <label id={`${id}-label`} htmlFor={id} className="form-label">
          {text}
        </label>
      )}
      <Suspense fallback={<span className="input form-waiting" />}>
        <Input
          id={id}
          name={name}
          field={field}
          value={form.values[name]}
          onChange={(value) => form.set(name, value)}
          words={words}
          disabled={fixed}
          invalid={problem !== undefined}
          describedBy={describedBy}
          row={row}
          values={form.values}
        />
      </Suspense>
      {problem && (
        <p id={`${id}-error`} className="form-error" role="alert">
          {fieldSentence(problem, behind(words.lang))}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="form-help">
          {help}
        </p>
      )}
    </div>
  )
}
