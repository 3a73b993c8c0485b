import { findCheck } from '#qc/checks/registry.ts'
import type { Parameter } from '#qc/parameter.ts'
import type { Rows } from '../reader.ts'
import { bodyOf, parameterOf, problemsOf, type Body, type BodyProblem, type Lineage } from './body.ts'
import type { InForce } from './in-force.ts'

/** How a rule differs at one site or in one gather project, as long as that is agreed. */
export type Override = {
  id: number
  /** Of the override's own record: with it the evidence of a run names exactly what held. */
  version: number
  parameter: number
  mode: 'change' | 'off'
  gather: number | null
  department: number | null
  body: unknown
  name: string
  nameEn: string
}

/** A gather project is nearer to its rows than their department: it is asked first. */
const HELD = `SELECT o.id, o.version, o.parameter, o.mode, o.gather, o.department, o.body, coalesce(g.name, d.name, '') AS name,
    coalesce(g.name_en, d.name, '') AS "nameEn"
  FROM control_override o LEFT JOIN gather_project g ON g.id = o.gather LEFT JOIN department d ON d.id = o.department
  WHERE o.study = $1 AND o.parameter = ANY($2::bigint[]) AND o.state = 'active' AND o.until >= $3::date ORDER BY o.gather IS NULL, o.id`

/** What differs from these rules somewhere in a study on this day. What belongs to no study has no sites. */
export const overridesOf = async (db: Rows, study: number | null, rules: readonly InForce[], day: string): Promise<readonly Override[]> =>
  study === null || rules.length === 0 ? [] : db.query<Override>(HELD, [study, rules.map(({ id }) => id), day])

/** What an override may say: what is judged, and how its rows are named, stays the rule's. */
const CHANGED = ['params', 'severity', 'warn', 'fail'] as const
export const saysMore = (given: unknown): boolean => Object.keys(bodyOf(given)).some((name) => !CHANGED.some((known) => known === name))
const changedOf = (given: unknown): Body => {
  const { params, severity, warn, fail } = bodyOf(given)
  return { ...(params ? { params } : {}), ...(severity ? { severity } : {}), ...(warn ? { warn } : {}), ...(fail ? { fail } : {}) }
}

/** A setting of the check replaces that one setting, a threshold the whole threshold. */
export const applied = <T extends Pick<Parameter, 'params'>>(rule: T, given: unknown): T => {
  const { params, ...rest } = changedOf(given)
  return { ...rule, ...rest, ...(params ? { params: { ...rule.params, ...params } } : {}) }
}

/** What is wrong with a rule as the override makes it. */
export const overrideProblems = (lineage: Lineage, body: unknown, given: unknown): BodyProblem[] =>
  problemsOf(parameterOf(lineage, applied(bodyOf(body), given)))

const BY_ROWS: ReadonlySet<string | undefined> = new Set(['cell', 'row', 'column'])
/**
 * Whether the rows of one place can be judged without those of the others. A file or a set of tables has no rows of a place; twins at two
 * sites would no longer be found where each site is looked at by itself; what a table looks like is the same everywhere.
 */
export const isJudgedApart = (check: string): boolean => {
  const { level, dimension } = findCheck(check) ?? {}
  return BY_ROWS.has(level) && dimension !== 'uniqueness' && dimension !== 'structure'
}

/** Where a record stands: at a site, and in the gather projects that ask for it. */
export type Standing = { department: number | null; gathers: readonly number[] }
/** The rules as they hold for one record: as they are, changed, or not asked at all. */
export const rulesAt = <T extends InForce>(rules: readonly T[], overrides: readonly Override[], { department, gathers }: Standing): T[] =>
  rules.flatMap((rule) => {
    const own = overrides.find(
      (one) => one.parameter === rule.id && (one.gather === null ? one.department === department : gathers.includes(one.gather)),
    )
    if (!own) return [rule]
    return own.mode === 'off' ? [] : [{ ...rule, body: applied(bodyOf(rule.body), own.body) }]
  })
