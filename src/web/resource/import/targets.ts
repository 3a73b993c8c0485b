import { type Field, importableOf, isChoice } from '#kernel'
import type { Text } from '../../i18n/index.ts'
import type { Target } from '../../import/mapping.ts'
import type { ResourceContext } from '../context.ts'

const HINTS: Partial<Record<Field['kind'], string>> = {
  switch: 'hint.yesNo',
  date: 'hint.date',
  dateTime: 'hint.dateTime',
  time: 'hint.time',
  ref: 'hint.name',
  refs: 'hint.names',
}

/** The fields of a resource as columns of a sheet can fill them. */
export const targetsOf = ({ resource, words }: ResourceContext, t: Text): Target[] =>
  Object.entries(importableOf(resource)).map(([name, field]) => {
    const hint = HINTS[field.kind]
    const options = isChoice(field) ? field.options.map((code) => words.option(name, code)).join(' / ') : ''
    return {
      name,
      title: words.field(name),
      required: field.required === true,
      hint: hint ? t(hint) : options,
      aliases: words.names?.(name) ?? [],
    }
  })
