import { can, fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { hospitalDay } from '#server/zone.ts'
import { openFindings, openQueries, timelineOf } from '#study/record/timeline.ts'
import { studySubject } from '../index.ts'
import { missedOf } from './miss.ts'
import { standings } from './standings.ts'

const READ = { audience: 'admin', rule: ruleOf(studySubject.name, 'index') } as const

/** Visit by visit: the window, where it stands, what was entered and what is open about it, as far as this person reads records, findings and queries. */
const timeline = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const id = Number(call.query['id'])
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  const row = await ctx.engine.get(ctx, studySubject.name, id)
  const may = (name: string): boolean => can(actor.rules, ruleOf(name, 'index'))
  const lines = await timelineOf(ctx.db, { id, missed: missedOf(row['missed']) }, hospitalDay(ctx.at))
  const findings = may('finding') ? await openFindings(ctx.db, id) : []
  const queries = may('query') ? await openQueries(ctx.db, id) : []
  const isEnglish = ctx.language === 'en'
  const named = <T extends { name: string | null; nameEn: string | null }>({ nameEn, ...one }: T) => ({
    ...one,
    name: isEnglish ? nameEn || one.name : one.name,
  })
  const about = (list: typeof findings, form: number, record: number | null): number =>
    list.filter((one) => record !== null && one.form === form && one.record === record).reduce((sum, { n }) => sum + n, 0)
  const places = new Set(lines.flatMap(({ entries }) => entries.map(({ form, record }) => `${form} ${record}`)))
  const elsewhere = (list: typeof findings): number =>
    list.filter(({ form, record }) => !places.has(`${form} ${record}`)).reduce((sum, { n }) => sum + n, 0)
  return {
    study: row['study'],
    today: hospitalDay(ctx.at),
    visits: lines.map((line) => ({
      ...named(line),
      entries: may('clinical.data')
        ? line.entries.map((entry) => ({
            ...named(entry),
            findings: about(findings, entry.form, entry.record),
            queries: about(queries, entry.form, entry.record),
          }))
        : [],
    })),
    /** About the subject, and about no record of these visits. */
    others: { findings: elsewhere(findings), queries: elsewhere(queries) },
  }
}

export const subjectRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/study.subject/timeline', READ, timeline)
  guarded('GET', '/admin/study.subject/standings', READ, standings)
}
