import { refuse } from '#kernel'
import type { Row } from '#kernel'
import type { Ctx } from '#server'
import { tableName } from '#study/record/table.ts'
import type { studyLock } from '../index.ts'
import locale from '../locale.ts'

export type Lock = Row<typeof studyLock>
export type Target = Pick<Lock, 'study' | 'scope' | 'gather' | 'form' | 'visit' | 'subject' | 'record'>

/** What is locked, by the number that it has among its kind. */
const NAMED = {
  study: { text: 'SELECT code AS title, id AS study FROM study_project WHERE id = $1', of: ({ study }: Target) => study },
  gather: { text: 'SELECT name AS title, study FROM gather_project WHERE id = $1', of: ({ gather }: Target) => gather },
  form: { text: 'SELECT name AS title, study FROM study_form WHERE id = $1', of: ({ form }: Target) => form },
  visit: { text: 'SELECT name AS title, study FROM study_visit WHERE id = $1', of: ({ visit }: Target) => visit },
  subject: { text: 'SELECT code AS title, study FROM study_subject WHERE id = $1', of: ({ subject }: Target) => subject },
  record: { text: `SELECT name AS title, study FROM study_form WHERE id = $1`, of: ({ form }: Target) => form },
} as const

const RECORD_TABLE = `SELECT to_regclass($1) AS name`

const refuseNoRecord = async (ctx: Ctx, { form, record }: Target): Promise<void> => {
  const table = `"record"."${tableName(form ?? 0)}"`
  const [there] = await ctx.db.query<{ name: string | null }>(RECORD_TABLE, [table])
  const found = there?.name ? await ctx.db.query(`SELECT 1 FROM ${table} WHERE id = $1`, [record]) : []
  if (found.length === 0) throw refuse(locale, 'missing')
}

/** What it is called; refuses what the study does not have. */
export const titleOf = async (ctx: Ctx, target: Target): Promise<string> => {
  const { text, of } = NAMED[target.scope]
  const [found] = await ctx.db.query<{ title: string; study: number }>(text, [of(target)])
  if (found?.study !== target.study) throw refuse(locale, 'otherStudy')
  if (target.scope !== 'record') return found.title
  await refuseNoRecord(ctx, target)
  return `${found.title} #${target.record ?? ''}`
}

const SAME = `SELECT 1 FROM study_lock WHERE study = $1 AND state <> 'lifted' AND scope = $2 AND gather IS NOT DISTINCT FROM $3
  AND form IS NOT DISTINCT FROM $4 AND visit IS NOT DISTINCT FROM $5 AND subject IS NOT DISTINCT FROM $6 AND record IS NOT DISTINCT FROM $7`
export const refuseTwice = async (ctx: Ctx, { study, scope, gather, form, visit, subject, record }: Target): Promise<void> => {
  const same = [study, scope, gather, form, visit, subject, record].map((value) => value ?? null)
  if ((await ctx.db.query(SAME, same)).length) throw refuse(locale, 'held')
}
