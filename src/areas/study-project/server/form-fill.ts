import { can, labelOf, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { Bind } from '#server/db/bind.ts'
import { scopeSql } from '#server/model/scope.ts'
import { hospitalDay } from '#server/zone.ts'
import { countBySite } from '#study/record/expected.ts'
import { heldForms } from '#study/record/standing.ts'
import { tableName } from '#study/record/table.ts'
import { reachIn } from '#study/team.ts'
import { studyProject } from '../index.ts'
import { readable } from './figures.ts'
import { door } from './health.ts'

type Key = { site: number; form: number }
type Held = Key & { records: number }
type Found = Key & { n: number }
const CLINICAL = 'clinical.data'

/** Submitted records by site, as far as the reader sees them: a record is seen with its subject, so that one condition holds for all forms. */
const recordsOf = async (ctx: Ctx, forms: readonly number[]): Promise<Held[]> => {
  const [first] = forms
  const model = first === undefined ? undefined : await ctx.engine.registry.open(ctx, `${CLINICAL}.f${first}`)
  if (!model) return []
  const bind = new Bind()
  const seen = ['t.deleted_at IS NULL', 't.entry = 1', `t.state <> 'draft'`, ...(await scopeSql(ctx, model, bind))].join(' AND ')
  const each = forms.map(
    (form) =>
      `SELECT ${form} AS form, t.department AS site, count(*) AS records FROM "record"."${tableName(form)}" t WHERE ${seen} GROUP BY 2`,
  )
  return ctx.db.query<Held>(each.join(' UNION ALL '), bind.values)
}

const SERIOUS = (where: string) => `SELECT t."form", t."department" AS site, count(*) AS n FROM finding t WHERE ${where}
  AND t."form" IS NOT NULL AND t."department" IS NOT NULL AND t."severity" IN ('blocking', 'major') AND t."state" IN ('new', 'reopened') GROUP BY 1, 2`
const seriousOf = async (ctx: Ctx, study: number): Promise<Found[]> => {
  const bind = new Bind()
  const where = await readable(ctx, 'finding', [study], bind)
  return where === undefined ? [] : ctx.db.query<Found>(SERIOUS(where), bind.values)
}

type Gather = { form: number; visits: number[]; departments: number[] }
const ASKED = `SELECT form, visits, departments FROM gather_project
  WHERE study = $1 AND channel = 'form' AND state <> 'draft' AND form IS NOT NULL AND deleted_at IS NULL`
/** What one of them asks of all, all ask of all. */
const joined = (lists: readonly (readonly number[])[]): number[] =>
  lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())]
/** Where the study asks for a form to be filled in: how many places there are by now, and how many of them are filled. */
const filledOf = async (ctx: Ctx, study: number, forms: readonly number[], sites: readonly number[] | null) => {
  const gathers = (await ctx.db.query<Gather>(ASKED, [study])).filter(({ form }) => forms.includes(form))
  const found: (Key & { asked: number; filled: number })[] = []
  for (const [form, own] of Map.groupBy(gathers, (one) => one.form)) {
    const named = joined(own.map(({ departments }) => departments))
    const among = sites === null ? named : named.length > 0 ? sites.filter((one) => named.includes(one)) : sites
    const wanted = { study, form, sites: sites === null && named.length === 0 ? null : among, today: hospitalDay(ctx.at) }
    for (const { site, done, draft, due, late } of await countBySite(ctx.db, {
      ...wanted,
      visits: joined(own.map(({ visits }) => visits)),
    }))
      found.push({ site, form, asked: done + draft + due + late, filled: done })
  }
  return found
}

/** By site and form: what was submitted, how much of what is asked for by now that is, and what is seriously wrong with it. */
export const formFill = async (ctx: Ctx, study: number) => {
  await ctx.engine.get(ctx, studyProject.name, study)
  if (!can(ctx.actor.rules, ruleOf(CLINICAL, 'index'))) return { forms: [], cells: [] }
  const held = new Set(await heldForms(ctx.db, [study]))
  const search = [{ field: 'study', operator: '=', val: String(study) }]
  const { list } = await ctx.engine.list(ctx, CLINICAL, { limit: 500, order: 'id,asc', search })
  const forms = list.filter(({ id }) => held.has(id))
  const ids = forms.map(({ id }) => id)
  const reach = await reachIn(ctx.db, ctx.actor, study)
  const chosen = (site: number): boolean => ctx.departments.length === 0 || ctx.departments.includes(site)
  const sites = reach === 'all' ? (ctx.departments.length > 0 ? [...ctx.departments] : null) : [...reach].filter(chosen)
  const [records, filled, serious] = [await recordsOf(ctx, ids), await filledOf(ctx, study, ids, sites), await seriousOf(ctx, study)]
  const at = <T extends Key>(all: readonly T[], { site, form }: Key): T | undefined =>
    all.find((one) => one.site === site && one.form === form)
  const keys = new Map([...records, ...filled, ...serious].map(({ site, form }) => [`${site} ${form}`, { site, form }]))
  return {
    forms: forms.map((row) => ({ id: row.id, name: row[labelOf(ctx.engine.registry.need(CLINICAL).resource, ctx.language)] })),
    cells: [...keys.values()].map((key) => ({
      ...key,
      records: at(records, key)?.records ?? 0,
      asked: at(filled, key)?.asked ?? null,
      filled: at(filled, key)?.filled ?? 0,
      serious: at(serious, key)?.n ?? 0,
      findings: door(
        'finding',
        study,
        `form:IN:${key.form}`,
        `department:IN:${key.site}`,
        'state:IN:new,reopened',
        'severity:IN:blocking,major',
      ),
    })),
  }
}
