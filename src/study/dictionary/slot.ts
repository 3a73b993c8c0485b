import type { SlotHistory } from './check.ts'
import type { SlottedVariable, Variable } from './variable.ts'

/** Each variable without a slot gets one that the form never had: what a former variable held must not become another's value. */
export const withSlots = (variables: readonly Variable[], history: SlotHistory): SlottedVariable[] => {
  const highest = new Map<string, number>()
  for (const [form, slots] of history) highest.set(form, Math.max(0, ...slots))
  for (const { form, slot } of variables) highest.set(form, Math.max(highest.get(form) ?? 0, slot ?? 0))
  return variables.map((variable) => {
    if (variable.slot !== null) return { ...variable, slot: variable.slot }
    const slot = (highest.get(variable.form) ?? 0) + 1
    highest.set(variable.form, slot)
    return { ...variable, slot }
  })
}
