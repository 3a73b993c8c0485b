import { type ComponentType, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { InputViewProps, RowData } from '../../field/view.ts'
import { useKeyGroup } from '../../state/keys.ts'
import { useResource } from '../context.ts'
import { firstField, mayFocus } from './focus.ts'
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

type Props = {
  form: Form
  row?: RowData | undefined
  onSubmit(): void
  children?: ReactNode
  /** Without the area's own footer. */ bare?: boolean
  readOnly?: boolean
  /** In place of the usual ones. */ inputs?: Readonly<Record<string, ComponentType<InputViewProps>>>
  /** The form was opened to be filled in: the cursor waits in it. */
  begins?: boolean
}

export const FormBody = ({ form, row, onSubmit, children, bare = false, readOnly = false, inputs, begins = false }: Props) => {
  const { words, half } = useResource()
  useKeyGroup('form')
  const [first] = useState(() => (begins && mayFocus() ? firstField(form) : undefined))
  const Footer = half.slots?.formFooter
  const [unasked, setUnasked] = useState<readonly string[]>([])
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
              {names
                .filter((name) => !unasked.includes(name))
                .map((name) => (
                  <FormField
                    key={name}
                    name={name}
                    form={form}
                    row={row}
                    Own={inputs?.[name]}
                    begins={name === first}
                    isRead={readOnly && !bare}
                  />
                ))}
            </div>
          ))}
        </fieldset>
      ))}
      {Footer && !bare && <Footer values={form.values} mode={form.mode} onUnasked={setUnasked} />}
    </form>
  )
}
