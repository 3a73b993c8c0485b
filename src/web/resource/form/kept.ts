import type { Field } from '#kernel'
import type { Typed } from '../../draft/draft.ts'
import { useSite } from '../../state/site.ts'
import { changesOf, type Values } from './draft.ts'

export type KeptForm = Pick<Typed, 'values' | 'before' | 'intent'>

/** A password, a secret and what others see masked never lie in the browser. */
const mayKeep = (resource: string, name: string, field: Field | undefined): boolean =>
  field !== undefined &&
  field.kind !== 'password' &&
  !field.secret &&
  !field.sensitive &&
  !useSite.getState().masked.includes(`${resource} ${name}`)

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

/** What of a form may be kept: the fields that somebody has changed, each with what it was before. */
export const typedPart = (
  resource: string,
  fields: Record<string, Field>,
  before: Values,
  values: Values,
  intent: string | null,
): KeptForm | null => {
  const names = Object.keys(changesOf(before, values)).filter((name) => mayKeep(resource, name, fields[name]))
  return names.length ? { values: only(values, names), before: only(before, names), intent } : null
}

/** A field that has left the definition since is left out. */
export const keptPart = (fields: Record<string, Field>, kept: Values | undefined): Values => only(kept ?? {}, Object.keys(fields))
