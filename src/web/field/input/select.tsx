import { Select } from 'antd'
import { isChoice } from '#kernel'
import { useText } from '../../i18n/index.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, status } from './attributes.ts'

export default function SelectInput(p: InputViewProps) {
  const t = useText('field')
  const options = isChoice(p.field) ? p.field.options.map((value) => ({ value, label: p.words.option(p.name, value) })) : []
  return (
    <Select
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      options={options}
      value={typeof p.value === 'string' && p.value !== '' ? p.value : null}
      onChange={(v: string | undefined) => p.onChange(v ?? null)}
      placeholder={p.field.placeholder ?? t('choose')}
      allowClear={!p.field.required}
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
    />
  )
}
