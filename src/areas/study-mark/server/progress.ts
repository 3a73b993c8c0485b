import { fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { drawnText, planOf, recordsText } from '#study/mark/plan.ts'
import type { Plan } from '#study/mark/plan.ts'
import { reachIn } from '#study/team.ts'
import { studyMark } from '../index.ts'

type Site = { id: number; name: string; records: number; source: number; review: number; planned: number; verified: number }
type Left = {
  form: number
  record: number
  code: string
  formName: string
  visit: string | null
  site: string
  drawn: boolean
  lacking: string[]
}
/** As many as a page shows at once; the figure above them says how many there are. */
const MOST = 200

/** The departments of `$1`; null is all of them. */
const REACHED = '($1::bigint[] IS NULL OR department = ANY($1))'
const sitesText = (
  records: string,
): string => `SELECT d.id, d.name, count(*) AS records, count(*) FILTER (WHERE source) AS source, count(*) FILTER (WHERE review) AS review,
  count(*) FILTER (WHERE planned) AS planned, count(*) FILTER (WHERE planned AND verified) AS verified
  FROM (${records}) x JOIN department d ON d.id = x.department WHERE ${REACHED} GROUP BY d.id, d.name ORDER BY d.id`
const leftText = (
  records: string,
  name: string,
): string => `SELECT x.form, x.record, x.code, coalesce(nullif(f.${name}, ''), f.name) AS "formName",
  coalesce(nullif(v.${name}, ''), v.name) AS visit, d.name AS site, x.drawn, x.lacking FROM (${records}) x JOIN study_form f ON f.id = x.form
  JOIN department d ON d.id = x.department LEFT JOIN study_visit v ON v.id = x.visit
  WHERE ${REACHED} AND planned AND NOT verified AND ($2::bigint IS NULL OR x.department = $2) ORDER BY x.code, f.position, v.day, x.record LIMIT ${MOST}`
const NAMES = `SELECT 'v' || v.slot AS slot, v.form, coalesce(nullif(CASE WHEN $2 THEN v.label_en END, ''), nullif(v.label, ''), v.code) AS name
  FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary WHERE d.study = $1 AND d.state = 'published' AND v.critical`

type Asked = { ctx: Ctx; study: number; reach: number[] | null; plan: Plan | undefined; records: string | undefined }
/** Whoever does not see the study is told that it is not there. */
const asked = async (call: Call, actor: Actor): Promise<Asked> => {
  const ctx = await contextOf(call, actor)
  const study = Number(call.query['study'])
  if (!Number.isSafeInteger(study)) throw fail('record.missing')
  await ctx.engine.get(ctx, 'study.project', study)
  const reach = await reachIn(ctx.db, actor, study)
  const plan = await planOf(ctx.db, study)
  return { ctx, study, reach: reach === 'all' ? null : [...reach], plan, records: await recordsText(ctx.db, study, plan) }
}

/** How many subjects of the reader’s sites there are, and how many of them the draw takes. */
const drawOf = async ({ ctx, study, reach }: Asked, plan: Plan) => {
  const text = `SELECT count(*) AS subjects, count(*) FILTER (WHERE ${drawnText(plan)}) AS drawn FROM study_subject s
    WHERE ${REACHED} AND s.study = $2 AND s.deleted_at IS NULL AND s.merged_into IS NULL`
  const [counted] = await ctx.db.query<{ subjects: number; drawn: number }>(text, [reach, study])
  return { ...plan, subjects: counted?.subjects ?? 0, drawn: counted?.drawn ?? 0 }
}

/** How many submitted records of each site that the reader reaches were looked at, and how many the plan still asks for. */
const progress = async (call: Call, actor: Actor) => {
  const one = await asked(call, actor)
  const { ctx, reach, plan, records } = one
  return {
    plan: plan ? await drawOf(one, plan) : null,
    sites: records ? await ctx.db.query<Site>(sitesText(records), [reach]) : [],
  }
}

/** Which records the plan still asks for: of one site, or of all that the reader reaches. */
const left = async (call: Call, actor: Actor) => {
  const { ctx, study, reach, plan, records } = await asked(call, actor)
  const site = Number(call.query['site'] ?? Number.NaN)
  if (!plan || !records) return { list: [], most: MOST }
  const isEnglish = ctx.language === 'en'
  const rows = await ctx.db.query<Left>(leftText(records, isEnglish ? 'name_en' : 'name'), [
    reach,
    Number.isSafeInteger(site) ? site : null,
  ])
  const names = await ctx.db.query<{ slot: string; form: number; name: string }>(NAMES, [study, isEnglish])
  const called = new Map(names.map(({ slot, form, name }) => [`${form} ${slot}`, name]))
  return {
    list: rows.map((row) => ({ ...row, lacking: row.lacking.map((slot) => called.get(`${row.form} ${slot}`) ?? slot) })),
    most: MOST,
  }
}

export const progressRoutes = ({ guarded }: Declare): void => {
  const seen = { audience: 'admin', rule: ruleOf(studyMark.name, 'index') } as const
  guarded('GET', '/admin/study.mark/progress', seen, progress)
  guarded('GET', '/admin/study.mark/left', seen, left)
}
