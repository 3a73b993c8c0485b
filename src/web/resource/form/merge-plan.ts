import { REASON } from '#kernel'
import { sameValue, type Values } from './draft.ts'

export type Side = 'theirs' | 'mine'
/** One field that somebody changed since the form was opened. */
export type Difference = { field: string; before: unknown; mine: unknown; theirs: unknown; who: 'both' | 'theirs' | 'mine' }

export const differences = (before: Values, mine: Values, theirs: Values): Difference[] =>
  Object.keys(before).flatMap((field) => {
    const I = !sameValue(mine[field], before[field])
    const they = field in theirs && !sameValue(theirs[field], before[field])
    if (field === REASON || (!I && !they)) return []
    const who = I && they ? (sameValue(mine[field], theirs[field]) ? 'theirs' : 'both') : I ? 'mine' : 'theirs'
    return [{ field, before: before[field], mine: mine[field], theirs: theirs[field] ?? null, who }]
  })

/** Whoever changed a field alone is right; where both did, the person decides, starting from what they typed. */
export const firstChoice = (d: Difference): Side => (d.who === 'theirs' ? 'theirs' : 'mine')

export const merged = (before: Values, theirs: Values, list: readonly Difference[], choice: Readonly<Record<string, Side>>): Values => {
  const base = Object.fromEntries(Object.keys(before).map((name) => [name, name in theirs ? theirs[name] : before[name]]))
  for (const d of list) if ((choice[d.field] ?? firstChoice(d)) === 'mine') base[d.field] = d.mine
  return base
}
