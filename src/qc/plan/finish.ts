import type { Counts, CheckResult, GroupResult, Verdict } from '../result.ts'
import { SEVERITIES, type Threshold } from '../parameter.ts'
import type { Measures } from '../shape.ts'
import { text, textOf } from '../text.ts'
import { judge, type Rule } from '../threshold.ts'
import type { Prepared, Refused } from './prepare.ts'
import type { Tally } from './tally.ts'

const NOTHING: Counts = { rows: 0, denominator: 0, violated: 0, base: 0 }

export function resultOf(prepared: Prepared, tallies: readonly Tally[]): CheckResult {
  const { parameter, check, columns } = prepared
  const rule = ruleOf(prepared, tallies)
  const broken = tallies.find((tally) => tally.error !== undefined)
  const counts = tallies.map((tally) => tally.total).reduce(sum, NOTHING)
  const { minDenominator, judgesEmpty, measured, filtered, ...thresholds } = rule
  const whole: Verdict & { violated: number } = broken ? { ...failure(broken.error, parameter.id), violated: 0 } : judge(counts, rule)
  return {
    parameter: parameter.id,
    ...facets(prepared),
    columns,
    ...thresholds,
    minDenominator,
    judgesEmpty,
    measured,
    filtered,
    ...(broken ? NOTHING : withStats(counts, tallies)),
    ...whole,
    severity: parameter.severity ?? check.severity ?? 'major',
    table: prepared.table?.name ?? null,
    fields:
      tallies.length > 1
        ? tallies.map((tally) => ({ field: tally.field, denominator: tally.total.denominator, violated: tally.total.violated }))
        : [],
    ...(prepared.groupBy.length > 0 && !broken ? { groups: groupsOf(prepared, tallies, rule) } : {}),
  }
}

const facets = ({ check }: { check: Prepared['check'] }): Pick<CheckResult, 'check' | 'slug' | 'dimension' | 'kahn' | 'level'> => ({
  check: check.id,
  slug: check.slug,
  dimension: check.dimension,
  kahn: check.kahn,
  level: check.level,
})

function ruleOf({ parameter, check }: Prepared, tallies: readonly Tally[]): Rule {
  const limits = tallies.map(({ part }) =>
    part.shape === 'measure' || part.shape === 'aggregate' || part.shape === 'fact' ? part.limit : undefined,
  )
  const fail: Threshold | undefined = parameter.fail ?? limits.find((limit) => limit !== undefined) ?? check.fail
  return {
    ...(parameter.warn ? { warn: parameter.warn } : {}),
    ...(fail ? { fail } : {}),
    minDenominator: parameter.minDenominator ?? check.minDenominator ?? 0,
    measured: tallies.length > 0 && tallies.every(({ part }) => part.shape === 'measure' || part.shape === 'aggregate'),
    judgesEmpty: tallies.some(({ part }) => ('judgesEmpty' in part && part.judgesEmpty) || part.shape === 'fact'),
    filtered: Boolean(parameter.filter?.trim()),
  }
}

/** Rows are the same rows for every part; what can be violated adds up. */
const sum = (a: Counts, b: Counts): Counts => ({
  ...a,
  ...b,
  rows: Math.max(a.rows, b.rows),
  denominator: a.denominator + b.denominator,
  violated: a.violated + b.violated,
  base: a.base + b.base,
  ...(a.denominator > 0 && a.value !== undefined && b.value !== undefined
    ? { values: [...(a.values ?? [a.value]), b.value], value: null }
    : {}),
})

function withStats(counts: Counts, tallies: readonly Tally[]): Counts {
  if (counts.measures || tallies.length !== 1 || Object.keys(tallies[0]!.stats).length === 0) return counts
  const measures: Measures = tallies[0]!.stats
  return { ...counts, measures }
}

function groupsOf(prepared: Prepared, tallies: readonly Tally[], rule: Rule): GroupResult[] {
  const merged = new Map<string, { group: readonly (string | null)[]; counts: Counts }>()
  for (const tally of tallies) {
    for (const [key, { group, counts }] of tally.groups) {
      const before = merged.get(key)
      merged.set(key, { group, counts: before ? sum(before.counts, counts) : counts })
    }
  }
  const names = prepared.groupBy.map((item) => item.column)
  return [...merged.values()]
    .map(({ group, counts }) => ({
      group: Object.fromEntries(names.map((name, index) => [name, group[index] ?? null])),
      ...counts,
      ...judge(counts, rule),
    }))
    .toSorted((a, b) => (JSON.stringify(a.group) < JSON.stringify(b.group) ? -1 : 1))
}

function failure(error: unknown, id: string): Verdict {
  const { zh, en } = textOf(error)
  return { status: 'error', score: null, message: text(`参数“${id}”无法执行：${zh}`, `parameter "${id}" could not run: ${en}`) }
}

export function refusedResult({ parameter, check, status, reason, message, faults }: Refused): CheckResult {
  return {
    parameter: parameter.id,
    ...(check
      ? facets({ check })
      : { check: String(parameter.check), slug: String(parameter.check), dimension: 'process', kahn: 'conformance.value', level: 'table' }),
    severity: SEVERITIES.find((known) => known === parameter.severity) ?? check?.severity ?? 'major',
    table: parameter.table ?? null,
    columns: Array.isArray(parameter.columns) ? parameter.columns : [],
    ...(parameter.warn ? { warn: parameter.warn } : {}),
    ...(parameter.fail ? { fail: parameter.fail } : {}),
    minDenominator: parameter.minDenominator ?? check?.minDenominator ?? 0,
    judgesEmpty: false,
    measured: false,
    filtered: Boolean(parameter.filter),
    ...NOTHING,
    status,
    score: null,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
    ...(faults?.length ? { faults } : {}),
    fields: [],
  }
}
