import type { KeyboardEvent, ReactNode } from 'react'
import type { RowData } from '../../field/view.ts'
import { useResource } from '../context.ts'
import './form.css'
import { FormField } from './form-field.tsx'
import type { Form } from './use-form.ts'

/** Enter in a plain box submits; pickers and multi-line boxes need it themselves, there Ctrl+Enter does it. */
const submits = (event: KeyboardEvent): boolean => {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return false
  if (event.ctrlKey || event.metaKey) return true
  const target = event.target as HTMLElement
  return (
    target.matches('input:not([type="file"])') &&
    target.closest('.ant-select, .ant-picker, .ant-cascader, .popup, .pairs, .tree-input') === null
  )
}

export const focusField = (root: ParentNode | null, name: string): void => {
  const host = root?.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const target = host?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, [contenteditable="true"], button')
  target?.focus()
  host?.scrollIntoView({ block: 'center' })
}

type Props = {
  form: Form
  row?: RowData | undefined
  onSubmit(): void
  children?: ReactNode
  /** Without the area's own footer. */ bare?: boolean
  readOnly?: boolean
}

export const FormBody = ({ form, row, onSubmit, children, bare = false, readOnly = false }: Props) => {
  const { words, half } = useResource()
  const Footer = half.slots?.formFooter
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the fields inside
    <form
      className="form"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!submits(event)) return
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {form.layout.map((section, at) => (
        <fieldset key={section.key ?? at} className="form-section" disabled={readOnly}>
          {section.key !== null && <legend>{words.section(section.key)}</legend>}
          {section.rows.map((names) => (
            <div key={names.join()} className="form-row" style={{ '--columns': names.length } as object}>
              {names.map((name) => (
                <FormField key={name} name={name} form={form} row={row} />
              ))}
            </div>
          ))}
        </fieldset>
      ))}
      {Footer && !bare && <Footer values={form.values} mode={form.mode} />}
    </form>
  )
}
