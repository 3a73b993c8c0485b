import { can, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import { Bind } from '#server/db/bind.ts'
import type { Widget } from '#server/model/half.ts'
import { HOSPITAL_ZONE } from '#server/zone.ts'
import { countsAll } from '#study/team.ts'
import { studyProject } from '../index.ts'
import { readable } from './figures.ts'

const STUDIES = 8
const RUNS = 12
/** A week, two, a month, and older: the first day of each. */
const AGES = [0, 8, 15, 31] as const

type PerStudy<T> = ReadonlyMap<number, T>
/** One statement for all studies, over what the reader sees of a resource. Undefined: not theirs to read. */
const perStudy = async <T>(
  ctx: Ctx,
  name: string,
  studies: readonly number[],
  select: (where: string) => string,
): Promise<PerStudy<T> | undefined> => {
  const bind = new Bind()
  const where = await readable(ctx, name, studies, bind)
  if (where === undefined) return undefined
  const rows = await ctx.db.query<T & { study: number }>(select(where), bind.values)
  return new Map(rows.map((row) => [row.study, row]))
}

const ENROLLED = (where: string) => `SELECT t."study", count(t."enrolled_on") AS value FROM study_subject t WHERE ${where} GROUP BY 1`

const AGE = `((now() AT TIME ZONE '${HOSPITAL_ZONE}')::date - (t."created_at" AT TIME ZONE '${HOSPITAL_ZONE}')::date)`
const OPEN = (where: string) => {
  const counts = AGES.map((from, i) => {
    const next = AGES[i + 1]
    return `count(*) FILTER (WHERE ${AGE} >= ${from}${next === undefined ? '' : ` AND ${AGE} < ${next}`})`
  })
  return `SELECT t."study", ARRAY[${counts.join(', ')}]::integer[] AS ages FROM query t WHERE ${where} AND t."state" IN ('open', 'answered') GROUP BY 1`
}

/** Queries of these studies that are not settled, by age; undefined: not theirs to read. */
export const openOf = (ctx: Ctx, studies: readonly number[]) => perStudy<{ ages: number[] }>(ctx, 'query', studies, OPEN)

type Point = { at: string; value: number; path: string }
/** Runs over a whole study by one of its sets: a form alone, or a re-check of what was corrected, is judged on a part of it. */
export const scoresOf = async (ctx: Ctx, studies: readonly number[]): Promise<PerStudy<Point[]> | undefined> => {
  if (!ctx.engine.registry.get('qc.run') || !can(ctx.actor.rules, ruleOf('qc.run', 'index'))) return undefined
  const found = await Promise.all(
    studies.map(async (study) => {
      const { list } = await ctx.engine.list(ctx, 'qc.run', {
        limit: RUNS,
        order: 'id,desc',
        search: [
          { field: 'study', operator: '=', val: String(study) },
          { field: 'form', operator: 'NULL', val: '' },
          { field: 'state', operator: 'IN', val: 'done' },
          { field: 'trigger', operator: 'IN', val: 'manual,schedule,gate' },
        ],
      })
      const points = list.flatMap(({ id, score, finishedAt }) =>
        typeof score === 'number' ? [{ at: String(finishedAt), value: score, path: `/admin/qc/run/${String(id)}` }] : [],
      )
      return [study, points.toReversed()] as const
    }),
  )
  return new Map(found)
}

export const door = (list: string, study: number, ...filters: string[]) =>
  `/admin/${list}?${[`study:=:${study}`, ...filters].map((one) => `filter=${encodeURIComponent(one)}`).join('&')}`

/** How each study of the reader stands, the one that changed last first; what is locked and archived needs no look. */
export const healthWidget: Widget = {
  key: 'study.project.health',
  title: { 'zh-cn': '研究概况', en: 'Studies at a glance' },
  icon: 'flask-conical',
  rule: ruleOf(studyProject.name, 'index'),
  order: 15,
  path: '/admin/study/project',
  read: async (ctx) => {
    const search = [{ field: 'state', operator: 'NOT IN', val: 'archived' }]
    const { list } = await ctx.engine.list(ctx, studyProject.name, { limit: STUDIES, order: 'updatedAt,desc', search })
    if (list.length === 0) return null
    const ids = list.map(({ id }) => Number(id))
    const [enrolled, open, scores] = await Promise.all([
      perStudy<{ value: number }>(ctx, 'study.subject', ids, ENROLLED),
      openOf(ctx, ids),
      scoresOf(ctx, ids),
    ])
    const whole = new Set<number>()
    for (const id of ids) if (await countsAll(ctx, id)) whole.add(id)
    const { [ctx.language]: words } = ctx.engine.registry.need(studyProject.name).locale
    const states: Readonly<Record<string, string>> = words.options?.['state'] ?? {}
    return {
      kind: 'health',
      lines: list.map((row) => {
        const id = Number(row['id'])
        return {
          title: String(ctx.language === 'en' ? row['titleEn'] : row['title']),
          state: states[String(row['state'])] ?? String(row['state']),
          path: `/admin/study/project/${id}`,
          reached: enrolled
            ? {
                value: enrolled.get(id)?.value ?? 0,
                of: typeof row['plannedN'] === 'number' && whole.has(id) ? row['plannedN'] : null,
                path: door('study/subject', id),
              }
            : null,
          scores: scores ? { points: scores.get(id) ?? [], path: door('qc/run', id) } : null,
          open: open ? { ages: open.get(id)?.ages ?? AGES.map(() => 0), path: door('query', id, 'state:IN:open,answered') } : null,
        }
      }),
    }
  },
}
