import { type ComponentType, Suspense, useEffect, useId } from 'react'
import { fieldSentence, oddityOf } from '#kernel'
import { inputs, lookOf } from '../../field/inputs.tsx'
import type { InputViewProps, RowData } from '../../field/view.ts'
import { useText } from '../../i18n/index.ts'
import { behind } from '../../languages.ts'
import { useResource } from '../context.ts'
import { focusField } from './focus.ts'
import type { Form } from './use-form.ts'

/** Kinds made of several controls: their label names a group instead of pointing at one element. */
const grouped = new Set(['radio', 'checkbox', 'array', 'switch', 'icon', 'richText'])

/** Stands beside the widget and so comes with it, however late: before, there is nothing to focus. The drawer has taken the focus by then. */
const Begin = ({ id, name }: { id: string; name: string }) => {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const form = document.getElementById(`${id}-label`)?.closest('form')
      if (form && !form.contains(document.activeElement)) focusField(form, name, false)
    })
    return () => cancelAnimationFrame(frame)
  }, [id, name])
  return null
}

type Props = {
  name: string
  form: Form
  row?: RowData | undefined
  /** In place of the usual input. */
  Own?: ComponentType<InputViewProps> | undefined
  /** The cursor waits here when the form opens. */
  begins?: boolean
  /** Its input is disabled and has no focus: whoever looks at a value stands on the field. */
  isRead?: boolean
}

export const FormField = ({ name, form, row, Own, begins = false, isRead = false }: Props) => {
  const t = useText('form')
  const { words, half } = useResource()
  const id = useId()
  const field = form.fields[name]!
  const problem = form.problems[name]
  const fixed = form.mode === 'edit' && field.immutable === true
  const help = fixed ? t('immutable') : words.help(name)
  const Input = Own ?? half.fields?.[name]?.Input ?? inputs[lookOf(field)]
  const required = field.required && !(field.kind === 'password' && form.mode === 'edit')
  const value = form.values[name]
  // Said, and stored all the same: what is odd is for people to judge.
  const oddity = field.entered && typeof value === 'string' ? oddityOf(field, value) : undefined
  const describedBy = [problem && `${id}-error`, oddity && `${id}-odd`, help && `${id}-help`].filter(Boolean).join(' ') || undefined
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
    <div
      className="form-field"
      data-field={name}
      data-kind={field.kind}
      {...(isRead ? { role: 'group', 'aria-labelledby': `${id}-label`, tabIndex: 0 } : {})}
      onBlur={() => form.judge(name)}
    >
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
          value={value}
          onChange={(value) => form.set(name, value)}
          words={words}
          disabled={fixed}
          invalid={problem !== undefined}
          describedBy={describedBy}
          row={row}
          values={form.values}
        />
        {begins && <Begin id={id} name={name} />}
      </Suspense>
      {problem && (
        <p id={`${id}-error`} className="form-error" role="alert">
          {fieldSentence(problem, behind(words.lang))}
        </p>
      )}
      {oddity && (
        <p id={`${id}-odd`} className="form-odd" role="status">
          {t(`field:mark.${oddity}`)}
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
