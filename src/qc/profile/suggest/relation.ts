import { dateIn, isBlankText, numberIn } from '../../cast.ts'
import { text } from '../../text.ts'
import type { Sampled } from './sampled.ts'
import { wilson, type Candidate, type Suggestion } from './suggestion.ts'

const LEAST_ROWS = 50
/** A relation holds with few exceptions, and not by chance: pairing each row with another one breaks it far more often. */
const EXCEPTIONS = 0.06
const OTHERWISE = 0.15
const TIMES = 4
const MOST_COLUMNS = 16

export function forRelations(candidates: readonly Candidate[], sampled: Sampled): Suggestion[] {
  return [...dependencies(candidates, sampled), ...orders(candidates, sampled)]
}

const real = (exceptions: number, otherwise: number): boolean =>
  exceptions <= EXCEPTIONS && otherwise >= Math.max(OTHERWISE, TIMES * exceptions)

/** In another order, the same each time. A mere shift would not do: rows often come in turns, site by site and visit by visit. */
function shuffled<T>(list: readonly T[]): T[] {
  const mixed = [...list]
  let state = 20261116
  for (let at = mixed.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const other = Math.floor((state / 4294967296) * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!]
  }
  return mixed
}

/** For each column the one that decides it best: of equals, the one with the largest groups. The earlier column decides the later. */
function dependencies(candidates: readonly Candidate[], { cells }: Sampled): Suggestion[] {
  const able = candidates
    .filter(
      ({ profile }) =>
        profile.distinct > 1 && profile.distinct <= profile.filled / 3 && profile.type !== 'number' && profile.filled >= LEAST_ROWS,
    )
    .slice(0, MOST_COLUMNS * 2)
  const list: Suggestion[] = []
  for (const [at, { profile, values }] of able.entries()) {
    const most = (values?.[0]?.[1] ?? 0) / profile.filled
    if (most > 0.9 || profile.identifiers.length > 0) continue
    const target = cells.get(profile.name) ?? []
    const found = able
      .slice(0, at)
      .map((other) => ({ other, ...broken(cells.get(other.profile.name) ?? [], target) }))
      .filter(({ exceptions, otherwise, rows }) => rows >= LEAST_ROWS && real(exceptions, otherwise))
      .toSorted((one, two) => one.other.profile.distinct - two.other.profile.distinct)[0]
    if (!found) continue
    const holding = Math.round(found.rows * (1 - found.exceptions))
    list.push({
      parameter: { check: 'functional_dependency', columns: [profile.name], params: { by: [found.other.profile.name] }, severity: 'major' },
      confidence: wilson(holding, found.rows),
      evidence: text(
        `${found.rows} 行中 ${holding} 行由 ${found.other.profile.name} 决定；随意配对时 ${percent(found.otherwise)} 不符`,
        `decided by ${found.other.profile.name} in ${holding} of ${found.rows} rows; ${percent(found.otherwise)} differ when rows are paired at will`,
      ),
    })
  }
  return list
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

function broken(
  by: readonly (string | null)[],
  target: readonly (string | null)[],
): { exceptions: number; otherwise: number; rows: number } {
  const pairs = by.flatMap((key, index) => (isBlankText(key) || isBlankText(target[index]) ? [] : [[key!, target[index]!] as const]))
  const values = shuffled(pairs.map(([, value]) => value))
  const { exceptions, rows } = minorities(pairs)
  return {
    exceptions,
    rows,
    otherwise: pairs.length === 0 ? 0 : minorities(pairs.map(([key], index) => [key, values[index]!] as const)).exceptions,
  }
}

/** Share of rows, in groups of three and more, that are not with the majority. */
function minorities(pairs: readonly (readonly [string, string])[]): { exceptions: number; rows: number } {
  const groups = Map.groupBy(pairs, ([key]) => key)
  let rows = 0
  let odd = 0
  for (const members of groups.values()) {
    if (members.length < 3) continue
    const counts = new Map<string, number>()
    for (const [, value] of members) counts.set(value, (counts.get(value) ?? 0) + 1)
    rows += members.length
    odd += members.length - Math.max(...counts.values())
  }
  return { exceptions: rows === 0 ? 1 : odd / rows, rows }
}

function orders(candidates: readonly Candidate[], { cells }: Sampled): Suggestion[] {
  const read = (kind: 'dates' | 'numbers', reader: (cell: string | null) => number | null) =>
    candidates
      .filter(
        ({ profile, values }) => profile[kind] && profile.identifiers.length === 0 && (kind === 'dates' || (values?.length ?? 99) > 12),
      )
      .slice(0, MOST_COLUMNS)
      .map(({ profile, missingCodes }) => ({
        name: profile.name,
        cells: (cells.get(profile.name) ?? []).map((cell) => (cell !== null && missingCodes.includes(cell) ? null : reader(cell))),
      }))
  return [...ordered(read('dates', dateIn), true), ...ordered(read('numbers', numberIn), false)]
}

type Numbers = { name: string; cells: readonly (number | null)[] }

function ordered(columns: readonly Numbers[], dates: boolean): Suggestion[] {
  return columns.flatMap((one) =>
    columns
      .filter((other) => other !== one)
      .flatMap((other): Suggestion[] => {
        const pairs = one.cells.flatMap((cell, index) =>
          cell === null || other.cells[index] === null || other.cells[index] === undefined ? [] : [[cell, other.cells[index]] as const],
        )
        if (pairs.length < LEAST_ROWS) return []
        const later = (list: readonly (readonly [number, number])[]): number => list.filter(([a, b]) => a > b).length / list.length
        const exceptions = later(pairs)
        const far = shuffled(pairs.map(([, b]) => b))
        const otherwise = later(pairs.map(([a], index) => [a, far[index]!] as const))
        if (!real(exceptions, otherwise) || pairs.every(([a, b]) => a === b)) return []
        const holding = Math.round(pairs.length * (1 - exceptions))
        const said = {
          confidence: wilson(holding, pairs.length),
          evidence: text(
            `${pairs.length} 行中 ${holding} 行不晚于（不大于）${other.name}；随意配对时 ${percent(otherwise)} 不成立`,
            `not after (above) ${other.name} in ${holding} of ${pairs.length} rows; broken in ${percent(otherwise)} when rows are paired at will`,
          ),
        }
        return [
          dates
            ? { parameter: { check: 'start_before_end', columns: [one.name], params: { end: other.name }, severity: 'major' }, ...said }
            : {
                parameter: { check: 'compare_fields', columns: [one.name], params: { op: '<=', other: other.name }, severity: 'major' },
                ...said,
              },
        ]
      }),
  )
}
