import type { InputViewProps } from '../view.ts'

type Needed = Pick<InputViewProps, 'id' | 'disabled' | 'invalid' | 'describedBy' | 'field'>

/** What every widget says about itself: its label by id, its error and help by reference. */
export const attributes = ({ id, disabled, invalid, describedBy, field }: Needed) => ({
  id,
  disabled,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
  'aria-required': field.required,
})
export const status = (invalid: boolean): { status?: 'error' } => (invalid ? { status: 'error' } : {})

/** A group of controls has no single element a label could point to. */
export const groupAttributes = ({ id, describedBy }: Pick<InputViewProps, 'id' | 'describedBy'>) => ({
  id,
  'aria-labelledby': `${id}-label`,
  'aria-describedby': describedBy,
})
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
