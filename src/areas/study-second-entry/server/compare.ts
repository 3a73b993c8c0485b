import { inOwnUnit, isBlankEntry } from '#kernel'
import type { Model } from '#server/model/model.ts'
import type { AnyRow } from '#server/model/row.ts'

/** What stands in both entries. */
export type Difference = { field: string; first: string | null; second: string | null }

const SLOT = /^v\d+$/
const MOST_CHARACTERS = 10_000
export const textOf = (given: unknown): string | null =>
  typeof given === 'string' && !isBlankEntry(given) ? given.trim().slice(0, MOST_CHARACTERS) : null

/** The variables that people enter: what a formula says follows from them. */
export const enteredIn = ({ resource }: Model): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (SLOT.test(name) && !field.readonly ? [name] : []))

/** As texts: `5` and `5.0` are two things somebody wrote. Blanks around a value are no difference. */
export const compare = (
  model: Model,
  row: AnyRow,
  given: Readonly<Record<string, unknown>>,
  /** What whoever enters it does not read: they are not asked for it, and left blank it would be a difference that they cannot settle. */
  hidden: ReadonlySet<string>,
): Difference[] =>
  enteredIn(model).flatMap((field) => {
    if (hidden.has(field)) return []
    const typed = textOf(given[field])
    const measured = model.resource.fields[field]
    const [first, second] = [textOf(row[field]), typed === null || !measured ? typed : inOwnUnit(measured, typed)]
    return first === second ? [] : [{ field, first, second }]
  })
