import { fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { tableName } from '#study/record/table.ts'
import { reachIn } from '#study/team.ts'
import { studyMark } from '../index.ts'

type Site = { id: number; name: string; records: number; source: number; review: number }

const FORMS = `SELECT f.id FROM study_form f WHERE f.study = $1 AND to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.id`
const marked = (form: number, kind: string): string =>
  `EXISTS (SELECT 1 FROM study_mark m WHERE m.form = ${form} AND m.record = r.id AND m.kind = '${kind}' AND m.field IS NULL AND m.state = 'valid')`
/** Tables of forms are named in the statement; their numbers are the database's own. */
const textFor = (forms: readonly { id: number }[]): string => {
  const parts = forms.map(
    ({
      id,
    }) => `SELECT r.department, ${marked(id, 'source')} AS source, ${marked(id, 'review')} AS review FROM "record"."${tableName(id)}" r
      WHERE r.state <> 'draft' AND r.deleted_at IS NULL AND ($1::bigint[] IS NULL OR r.department = ANY($1))`,
  )
  return `SELECT d.id, d.name, count(*) AS records, count(*) FILTER (WHERE x.source) AS source, count(*) FILTER (WHERE x.review) AS review
    FROM (${parts.join(' UNION ALL ')}) x JOIN department d ON d.id = x.department GROUP BY d.id, d.name ORDER BY d.id`
}

/** How many submitted records of each site that the reader reaches were looked at. */
const progress = async (call: Call, actor: Actor): Promise<{ sites: Site[] }> => {
  const ctx = await contextOf(call, actor)
  const study = Number(call.query['study'])
  if (!Number.isSafeInteger(study)) throw fail('record.missing')
  // Whoever does not see the study is told that it is not there.
  await ctx.engine.get(ctx, 'study.project', study)
  const forms = await ctx.db.query<{ id: number }>(FORMS, [study])
  const reach = await reachIn(ctx.db, actor, study)
  if (forms.length === 0) return { sites: [] }
  return { sites: await ctx.db.query<Site>(textFor(forms), [reach === 'all' ? null : [...reach]]) }
}

export const progressRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/study.mark/progress', { audience: 'admin', rule: ruleOf(studyMark.name, 'index') }, progress)
}
