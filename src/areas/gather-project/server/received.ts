import { fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { HOSPITAL_ZONE } from '#server/zone.ts'
import { sitesDue } from '#study/gather/due.ts'
import { receivedOf, weeksOf } from '#study/gather/received.ts'
import type { Counted } from '#study/gather/received.ts'
import { countsAll, reachIn } from '#study/team.ts'
import { gatherProject, waysOf } from '../index.ts'

const READ = { audience: 'admin', rule: ruleOf(gatherProject.name, 'index') } as const
const idsIn = (given: unknown): number[] => (Array.isArray(given) ? given.map(Number) : [])
const countedOf = (row: AnyRow): Counted => ({
  id: row.id,
  form: typeof row['form'] === 'number' ? row['form'] : null,
  isEntered: waysOf(row).includes('form'),
  visits: idsIn(row['visits']),
  departments: idsIn(row['departments']),
})
/** The departments that the reader sees in the study, within those chosen in the header; null: all. */
const sitesFor = async ({ db, actor, departments }: Ctx, study: number): Promise<number[] | null> => {
  const reach = await reachIn(db, actor, study)
  if (reach === 'all') return departments.length > 0 ? [...departments] : null
  return [...reach].filter((one) => departments.length === 0 || departments.includes(one))
}

const MOST = 100
/** For the rows of a list: how much has come in, as far as the reader sees it. */
const list = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const search = [{ field: 'id', operator: 'IN', val: String(call.query['ids'] ?? '') }]
  const found = await ctx.engine.list(ctx, gatherProject.name, { limit: MOST, search })
  const counts = []
  for (const row of found.list) {
    const sites = await receivedOf(ctx.db, countedOf(row), await sitesFor(ctx, Number(row['study'])))
    const sum = (of: 'records' | 'subjects') => sites.reduce((all, site) => all + Number(site[of]), 0)
    const isAll = await countsAll(ctx, Number(row['study']), idsIn(row['departments']))
    counts.push({ id: row.id, isAll, records: sum('records'), subjects: sum('subjects') })
  }
  return { list: counts }
}

const NAMES = 'SELECT id, name FROM department WHERE id = ANY($1::bigint[])'
/** Of one: by department, those that owe everything among them, and by week. */
const read = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const id = Number(call.query['id'])
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  const row = await ctx.engine.get(ctx, gatherProject.name, id)
  const of = countedOf(row)
  const sites = await sitesFor(ctx, Number(row['study']))
  const received = await receivedOf(ctx.db, of, sites)
  const silent = of.departments.filter(
    (one) => (sites === null || sites.includes(one)) && !received.some(({ department }) => department === one),
  )
  const all = [...received, ...silent.map((department) => ({ department, records: 0, subjects: 0, last: null }))]
  const dues = row['state'] === 'open' ? ((await sitesDue(ctx.db, [id])).get(id) ?? []) : []
  const names = await ctx.db.query<{ id: number; name: string }>(NAMES, [all.map(({ department }) => department)])
  return {
    sites: all.map((site) => ({
      ...site,
      name: names.find((one) => one.id === site.department)?.name ?? '',
      due: dues.find((one) => one.department === site.department)?.due ?? null,
    })),
    isAll: await countsAll(ctx, Number(row['study']), of.departments),
    weeks: await weeksOf(ctx.db, of, sites, HOSPITAL_ZONE),
  }
}

export const receivedRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/gather.project/counts', READ, list)
  guarded('GET', '/admin/gather.project/received', READ, read)
}
