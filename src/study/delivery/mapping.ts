import { readUnits } from '#kernel'
import { nearest } from '#qc/nearest.ts'
import type { FormContent } from '../record/definition.ts'
import { slotName } from '../record/table.ts'
import { bare } from '../word.ts'

/**
 * What a column can fill: whose row it is, or the slot of a variable; `v7@mg/dL` with values in that unit, `v7.unit` by the unit of each of its values.
 * Formulas are computed and filled by none.
 */
export type Target = { readonly name: string; readonly names: readonly string[] }
/** The slot that a target fills. */
export const slotIn = (target: string): string | undefined => /^(v[1-9]\d{0,3})(?:@.+)?$/.exec(target)?.[1]
/** The unit that all values of a column are in; undefined: each says its own, or it is the variable's. */
export const unitIn = (target: string): string | undefined => /^v[1-9]\d{0,3}@(.+)$/.exec(target)?.[1]
export const unitTarget = (slot: string): string => `${slot}.unit`
/** By column: what it fills. A column that is not named here fills nothing. */
export type Mapping = Readonly<Record<string, string>>

const KEYS: readonly Target[] = [
  { name: 'subject', names: ['subject', 'subject code', 'subject id', 'subjid', 'usubjid', '受试者', '受试者编号', '受试者编码'] },
  { name: 'visit', names: ['visit', 'visit code', 'visitnum', '访视', '访视编码', '访视编号'] },
]
const INSTANCE: Target = { name: 'instance', names: ['instance', 'number', 'seq', '序号'] }

export const targetsOf = ({ form, variables }: FormContent): Target[] => [
  ...KEYS,
  ...(form.repeats ? [INSTANCE] : []),
  ...variables
    .filter(({ formula }) => !formula)
    .flatMap(({ slot, code, label, labelEn, units }): Target[] => {
      const [name, names] = [slotName(slot), [code, label, labelEn].filter(Boolean)]
      const others = readUnits(units) ?? []
      if (others.length === 0) return [{ name, names }]
      const inUnit = others.map(({ unit }) => ({ name: `${name}@${unit}`, names: names.map((one) => `${one} ${unit}`) }))
      return [{ name, names }, ...inUnit, { name: unitTarget(name), names: names.flatMap((one) => [`${one} unit`, `${one}单位`]) }]
    }),
]

/** Each target once: as it was the last time, then by code or label, then the one that is called most like it. */
export const guessMapping = (columns: readonly string[], targets: readonly Target[], remembered: Mapping = {}): Mapping => {
  const mapping = new Map<string, string>()
  const free = new Map(targets.map((target) => [target.name, target]))
  const take = (column: string, name: string | undefined): void => {
    if (name === undefined || mapping.has(column) || !free.delete(name)) return
    mapping.set(column, name)
    // A slot is filled once, whatever its unit.
    for (const other of free.keys()) if (slotIn(name) !== undefined && slotIn(other) === slotIn(name)) free.delete(other)
  }
  for (const column of columns) take(column, Object.hasOwn(remembered, column) ? remembered[column] : undefined)
  for (const column of columns)
    take(column, [...free.values()].find(({ names }) => names.some((name) => bare(name) === bare(column)))?.name)
  for (const column of columns) {
    if (mapping.has(column) || bare(column).length < 3) continue
    const byName = new Map([...free.values()].flatMap(({ name, names }) => names.map((one) => [one, name] as const)))
    const found = nearest(column, byName.keys())
    take(column, found === undefined ? undefined : byName.get(found))
  }
  return Object.fromEntries(mapping)
}

/** What somebody sent as a mapping, if it is one: columns that there are, targets that there are, each once. */
export const readMapping = (given: unknown, columns: readonly string[], targets: readonly Target[]): Mapping | null => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null
  const pairs = Object.entries(given).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  const names = pairs.map(([, name]) => slotIn(name) ?? name)
  const isWhole = pairs.length === Object.keys(given).length && new Set(names).size === names.length
  const isKnown = pairs.every(([column, name]) => columns.includes(column) && targets.some((target) => target.name === name))
  return isWhole && isKnown ? Object.fromEntries(pairs) : null
}

/** The slots that a mapping fills, in the order of the form's columns. */
export const slotsIn = (mapping: Mapping): string[] =>
  Object.values(mapping)
    .flatMap((name) => slotIn(name) ?? [])
    .toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
