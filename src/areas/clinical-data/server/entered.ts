import type { Ctx } from '#server'
import type { FormContent } from '#study/record/definition.ts'
import { convertedIn } from '#study/record/value.ts'

type Source = { slot: string; own: string; entered: string }
/** What was typed in another unit, from the moment that it is converted until its change is written, both in one transaction. */
const typed = new WeakMap<object, Source[]>()

/** The values that were entered in another unit, in the variable's own; the rest is left as it is. */
export const inOwnUnits = ({ db }: Ctx, { variables }: FormContent, values: Readonly<Record<string, unknown>>): Record<string, string> => {
  const converted = convertedIn(variables, values)
  const waiting = typed.get(db) ?? []
  for (const [slot, source] of converted) waiting.push({ slot, ...source })
  if (converted.size > 0) typed.set(db, waiting)
  return Object.fromEntries([...converted].map(([slot, { own }]) => [slot, own]))
}

/** How the value of a cell was typed, where that was in another unit. Told once: the next value of the same cell is another entry. */
export const enteredAs = ({ db }: Ctx, slot: string, value: string | null): string | null => {
  const waiting = typed.get(db) ?? []
  const at = waiting.findIndex((one) => one.slot === slot && one.own === value)
  return at === -1 ? null : (waiting.splice(at, 1)[0]?.entered ?? null)
}
