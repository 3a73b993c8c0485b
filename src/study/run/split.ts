import type { Parameter } from '#qc/parameter.ts'
import { applied, type Override } from '../parameter/override.ts'
import { PLACE_COLUMNS, placeName } from '../record/snapshot.ts'

/** What the rows of an override are called in a snapshot that says where they stand. */
const condition = ({ gather, department }: Override): string =>
  gather === null
    ? `[${PLACE_COLUMNS.department}] = '${placeName('department', department ?? 0)}'`
    : `[${PLACE_COLUMNS.gather}] = '${placeName('gather', gather)}'`
const opposite = (override: Override): string => condition(override).replace(' = ', ' differs from ')

const joined = (filter: string | undefined, conditions: readonly string[]): string =>
  [...(filter?.trim() ? [`(${filter})`] : []), ...conditions].join(' and ')

/** What the part of a rule is called that an override makes. */
export const partName = (parameter: string, override: number): string => `${parameter}@o${override}`
/** Whether an override made it, whichever. */
export const isPart = (code: string): boolean => /@o\d+$/.test(code)
/** The override that a result came from; none where the rule itself judged. */
export const overrideIn = (parameter: string, overrides: readonly Override[]): Override | undefined =>
  overrides.find(({ id }) => parameter.endsWith(partName('', id)))

/**
 * Rules as they hold from place to place: each once for what no override is about, and once for every override that changes it, so that each
 * row is judged once at most. What is switched off somewhere leaves those rows out.
 */
export const splitRules = (
  parameters: readonly Parameter[],
  overridesOf: (parameter: string) => readonly Override[],
): readonly Parameter[] =>
  parameters.flatMap((parameter) => {
    const held = overridesOf(parameter.id)
    if (held.length === 0) return [parameter]
    const parts = held.flatMap((override, at): Parameter[] => {
      if (override.mode === 'off') return []
      const { zh = parameter.id, en = parameter.id } = parameter.name ?? {}
      return [
        {
          ...applied(parameter, override.body),
          id: partName(parameter.id, override.id),
          name: { zh: `${zh}（${override.name}）`, en: `${en} (${override.nameEn})` },
          filter: joined(parameter.filter, [condition(override), ...held.slice(0, at).map(opposite)]),
        },
      ]
    })
    return [{ ...parameter, filter: joined(parameter.filter, held.map(opposite)) }, ...parts]
  })
