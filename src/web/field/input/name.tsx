import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { useResources } from '../use-resources.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, status } from './attributes.ts'

const named = (option: { label?: ReactNode; data: { name: string } }) => (
  <span className="name-option">
    {option.label}
    <code>{option.data.name}</code>
  </span>
)

/** The name of a resource, or of a field of the chosen one: picked by title, never typed. */
export default function NameInput(p: InputViewProps) {
  const t = useText('field')
  const { list, isError } = useResources()
  const isField = p.field.names === 'field'
  const chosen = list.find((r) => r.name === p.values?.['resource'])
  const entries = isField
    ? (chosen?.fields ?? []).filter((x) => x.kind !== 'password')
    : list.filter((r) => p.field.names === 'resource' || r.isRecyclable)
  const value = typeof p.value === 'string' && p.value !== '' ? p.value : null
  // What is stored may belong to an area that this person does not see: its name still says what it is.
  const options = entries.map((x) => ({ value: x.name, label: x.title, name: x.name }))
  if (value && !options.some((o) => o.value === value)) {
    const label = p.row?._labels?.[p.name]
    options.push({ value, label: typeof label === 'string' ? label : value, name: value })
  }
  return (
    <Select
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      disabled={p.disabled || (isField && !chosen && !value)}
      value={value}
      onChange={(v: string | undefined) => p.onChange(v ?? null)}
      options={options}
      optionRender={named}
      showSearch={{ optionFilterProp: ['label', 'name'] }}
      placeholder={t(isField && !chosen ? 'resourceFirst' : 'choose')}
      notFoundContent={t(isError ? 'optionsFailed' : 'noOptions')}
    />
  )
}
