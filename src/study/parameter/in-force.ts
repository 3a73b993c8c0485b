import type { Words } from '#kernel'
import type { Rows } from '../reader.ts'
import { bodyOf, parameterOf, type Lineage, type Message } from './body.ts'

/** A rule as it is in force: the lineage, the version, and what it says. */
export type InForce = Lineage & Message & { id: number; version: number; number: number; body: unknown }

const ACTIVE = `SELECT p.id, p.code, p."check", p.name, p.name_en AS "nameEn", v.id AS version, v.number, v.body,
    v.message_zh AS "messageZh", v.message_en AS "messageEn"
  FROM control_parameter p JOIN control_version v ON v.parameter = p.id AND v.state = 'active'`
/** Rules of other studies are nothing to this one, whoever put them into a set. */
const OF_SET = `${ACTIVE} JOIN control_set s ON p.id = ANY(s.parameters)
  WHERE s.id = $1 AND (p.study IS NULL OR p.study = $2) AND p.deleted_at IS NULL ORDER BY p.code`
const NAMED = `${ACTIVE} WHERE p.id = ANY($1::bigint[]) AND (p.study IS NULL OR p.study = $2) AND p.deleted_at IS NULL ORDER BY p.code`

export const parametersOf = (db: Rows, set: number, study: number | null): Promise<InForce[]> => db.query<InForce>(OF_SET, [set, study])
export const namedParameters = (db: Rows, ids: readonly number[], study: number): Promise<InForce[]> =>
  db.query<InForce>(NAMED, [ids, study])
export const engineParameter = (rule: InForce) => parameterOf(rule, bodyOf(rule.body))

/** One rule for several tables has a result for each, called `code@table`. */
export const ruleNamed = <T extends InForce>(rules: readonly T[], parameter: string): T | undefined =>
  rules.find(({ code }) => code === parameter) ?? rules.find(({ code }) => parameter.startsWith(`${code}@`))

/** A rule with what is said before data are handed over: `message` is what people are told, `gates` the steps that a failure holds back. */
export type SubmitRule = InForce & { gates: readonly string[] | null }
const BEFORE_SUBMIT = `SELECT p.id, p.code, p."check", p.name, p.name_en AS "nameEn", v.id AS version, v.number, v.body,
    v.message_zh AS "messageZh", v.message_en AS "messageEn", v.gates
  FROM control_set s JOIN control_parameter p ON p.id = ANY(s.parameters) JOIN control_version v ON v.parameter = p.id AND v.state = 'active'
  WHERE s.id = ANY($1::bigint[]) AND s.status AND s.deleted_at IS NULL AND p.deleted_at IS NULL AND (p.study IS NULL OR p.study = $2) ORDER BY p.code`
export const submitRules = (db: Rows, sets: readonly number[], study: number): Promise<SubmitRule[]> =>
  db.query<SubmitRule>(BEFORE_SUBMIT, [sets, study])
/** What people are told where it is broken. */
export const tellsOf = ({
  name,
  nameEn,
  messageZh,
  messageEn,
}: Pick<SubmitRule, 'name' | 'nameEn' | 'messageZh' | 'messageEn'>): Words => ({
  'zh-cn': messageZh || name,
  en: messageEn || nameEn,
})
/** What a blocking rule finds is not handed over, nor what a rule finds that holds the submission back. */
export const holdsSubmission = ({ gates }: SubmitRule, severity: string): boolean =>
  severity === 'blocking' || (gates?.includes('submit') ?? false)

const OF_FORM = `SELECT DISTINCT control_set AS "set" FROM gather_project
  WHERE form = $1 AND channel = 'form' AND state = 'open' AND control_set IS NOT NULL AND deleted_at IS NULL`
const ASKING = `SELECT id FROM gather_project WHERE form = $1 AND channel = 'form' AND state = 'open' AND deleted_at IS NULL
  AND (departments = '{}' OR $2 = ANY(departments)) ORDER BY id`
/** The open gather projects that ask for this form to be filled in at a site. */
export const entryGathers = async (db: Rows, form: number, department: number | null): Promise<number[]> =>
  (await db.query<{ id: number }>(ASKING, [form, department])).map(({ id }) => id)

/** What judges a record of this form before it is submitted: the sets of the open gather projects that ask for it to be filled in. */
export const entryRules = async (db: Rows, form: number, study: number): Promise<SubmitRule[]> => {
  const sets = await db.query<{ set: number }>(OF_FORM, [form])
  return sets.length
    ? submitRules(
        db,
        sets.map(({ set }) => set),
        study,
      )
    : []
}
