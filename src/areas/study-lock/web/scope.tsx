import type { InputViewProps } from '#web'
import { inputs } from '#web/field/inputs.tsx'

const Select = inputs.select
/** The whole study is frozen and locked on its own page: here it would be refused. */
export const Scope = ({ field, ...props }: InputViewProps) => (
  <Select {...props} field={field.kind === 'select' ? { ...field, options: field.options.filter((scope) => scope !== 'study') } : field} />
)
