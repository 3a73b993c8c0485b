import { can, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { Bind } from '#server/db/bind.ts'
import { scopeSql } from '#server/model/scope.ts'

export type Site = {
  id: number
  name: string
  screened: number
  enrolled: number
  completed: number
  withdrawn: number
  last: string | null
}
export type Enrolment = { day: string; count: number }

/** What a person may read of a resource's records in these studies, as a condition on `t`; none where they may not read the list. */
export const readable = async (ctx: Ctx, name: string, studies: readonly number[], bind: Bind): Promise<string | undefined> => {
  const model = ctx.engine.registry.get(name)
  if (!model || !can(ctx.actor.rules, ruleOf(name, 'index'))) return undefined
  const live = model.isRecyclable ? ['t."deleted_at" IS NULL'] : []
  // Two codes of one person are one subject.
  const own = name === 'study.subject' ? ['t."merged_into" IS NULL'] : []
  return [`t."study" = ANY(${bind.add(studies)}::bigint[])`, ...live, ...own, ...(await scopeSql(ctx, model, bind))].join(' AND ')
}

const SITES = `SELECT d."id", d."name", s.* FROM (SELECT t."department", count(*) AS screened, count(t."enrolled_on") AS enrolled,
    count(*) FILTER (WHERE t."state" = 'completed') AS completed, count(*) FILTER (WHERE t."state" = 'withdrawn') AS withdrawn,
    max(t."enrolled_on")::text AS last FROM study_subject t`
const BY_SITE = `GROUP BY t."department") s JOIN department d ON d."id" = s."department" ORDER BY s.enrolled DESC, d."id"`

/** Subjects by site, as far as the reader sees them. Undefined: not theirs to read. */
export const sitesOf = async (ctx: Ctx, study: number): Promise<Site[] | undefined> => {
  const bind = new Bind()
  const where = await readable(ctx, 'study.subject', [study], bind)
  return where === undefined ? undefined : ctx.db.query<Site>(`${SITES} WHERE ${where} ${BY_SITE}`, bind.values)
}

/** How many were enrolled on which day. */
export const enrolmentOf = async (ctx: Ctx, study: number): Promise<Enrolment[]> => {
  const bind = new Bind()
  const where = await readable(ctx, 'study.subject', [study], bind)
  if (where === undefined) return []
  const text = `SELECT t."enrolled_on"::text AS day, count(*) AS count FROM study_subject t WHERE ${where} AND t."enrolled_on" IS NOT NULL GROUP BY 1 ORDER BY 1`
  return ctx.db.query<Enrolment>(text, bind.values)
}

/** How many records of a resource the study has that the reader sees. Undefined: not theirs to read. */
export const countOf = async (ctx: Ctx, name: string, study: number, more = 'true'): Promise<number | undefined> => {
  const bind = new Bind()
  const where = await readable(ctx, name, [study], bind)
  if (where === undefined) return undefined
  const { table } = ctx.engine.registry.need(name)
  const [row] = await ctx.db.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} t WHERE ${where} AND ${more}`, bind.values)
  return row?.n ?? 0
}
