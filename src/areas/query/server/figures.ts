import { fail, ruleOf } from '#kernel'
import type { Words } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { Bind } from '#server/db/bind.ts'
import { scopeSql } from '#server/model/scope.ts'
import { HOSPITAL_ZONE, hospitalDay } from '#server/zone.ts'
import { query } from '../index.ts'

/** Medians in days; null where nothing has come so far. */
type Figures = {
  /** None: of no department. */
  id: number | null
  name: string
  open: number
  answered: number
  closed: number
  age: number | null
  firstAnswer: number | null
  close: number | null
  sentBack: number
  reopened: number
}

const DAY_MS = 86_400_000
/** How old what is not closed yet is, in days of the hospital's calendar; the last has no end. */
const AGES: readonly [number, number | null][] = [
  [0, 3],
  [4, 7],
  [8, 14],
  [15, 30],
  [31, null],
]
const median = (from: string, to: string, where: string): string =>
  `round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${to} - ${from}) / 86400) FILTER (WHERE ${where}))::numeric, 1)::float8`
const FIGURES = `count(*) FILTER (WHERE q.state = 'open') AS open, count(*) FILTER (WHERE q.state = 'answered') AS answered,
  count(*) FILTER (WHERE q.state = 'closed') AS closed, ${median('q.created_at', 'now()', `q.state IN ('open', 'answered')`)} AS age,
  ${median('q.created_at', 'q.first', 'q.first IS NOT NULL')} AS "firstAnswer", ${median('q.created_at', 'q.closed_at', `q.state = 'closed'`)} AS close,
  coalesce(sum(q.sent_back), 0) AS "sentBack", coalesce(sum(q.reopened), 0) AS reopened`
/** The queries of the study that this person sees; what was cancelled says nothing about a site. */
const ownText = async (ctx: Ctx, study: number, bind: Bind): Promise<string> => {
  const where = [
    `t.study = ${bind.add(study)}`,
    `t.state <> 'cancelled'`,
    ...(await scopeSql(ctx, ctx.engine.registry.need(query.name), bind)),
  ]
  return `(SELECT t.*, (SELECT min(n.created_at) FROM query_entry n WHERE n.query = t.id AND n.kind = 'answered') AS first FROM query t WHERE ${where.join(' AND ')})`
}

const dayBefore = (days: number): string => hospitalDay(Date.parse(`${hospitalDay()}T12:00:00+08:00`) - days * DAY_MS)
const agesOf = async (ctx: Ctx, study: number) => {
  const bind = new Bind()
  const own = await ownText(ctx, study, bind)
  const age = `((now() AT TIME ZONE '${HOSPITAL_ZONE}')::date - (q.created_at AT TIME ZONE '${HOSPITAL_ZONE}')::date)`
  const columns = AGES.map(
    ([from, to], i) => `count(*) FILTER (WHERE ${age} >= ${from}${to === null ? '' : ` AND ${age} <= ${to}`}) AS a${i}`,
  )
  const [found] = await ctx.db.query<Record<string, number>>(
    `SELECT ${columns.join(', ')} FROM ${own} q WHERE q.state IN ('open', 'answered')`,
    bind.values,
  )
  return AGES.map(([from, to], i) => ({
    from,
    to,
    count: found?.[`a${i}`] ?? 0,
    first: to === null ? '2000-01-01' : dayBefore(to),
    last: dayBefore(from),
  }))
}
const WEEKS = 12
type Week = { week: string; last: string; raised: number; closed: number }
/** What came and what was settled in each of the last weeks, those without either among them: whether it is becoming more. */
const weeksOf = async (ctx: Ctx, study: number): Promise<Week[]> => {
  const bind = new Bind()
  const own = await ownText(ctx, study, bind)
  const weekOf = (at: string) => `date_trunc('week', (${at}) AT TIME ZONE '${HOSPITAL_ZONE}')`
  const text = `SELECT to_char(w, 'YYYY-MM-DD') AS week, to_char(w + interval '6 days', 'YYYY-MM-DD') AS last,
    count(q.id) FILTER (WHERE ${weekOf('q.created_at')} = w) AS raised,
    count(q.id) FILTER (WHERE q.state = 'closed' AND ${weekOf('q.closed_at')} = w) AS closed
    FROM generate_series(${weekOf('now()')} - interval '${WEEKS - 1} weeks', ${weekOf('now()')}, interval '1 week') w
    LEFT JOIN ${own} q ON ${weekOf('q.created_at')} = w OR ${weekOf('q.closed_at')} = w GROUP BY w ORDER BY w`
  return ctx.db.query<Week>(text, bind.values)
}
/** A file that is nobody’s, a finding over all sites. */
const NOWHERE: Words = { 'zh-cn': '未指明科室', en: 'No department' }
const sitesOf = async (ctx: Ctx, study: number): Promise<Figures[]> => {
  const bind = new Bind()
  const own = await ownText(ctx, study, bind)
  const none = bind.add(NOWHERE[ctx.language])
  const text = `SELECT d.id, coalesce(d.name, ${none}::text) AS name, ${FIGURES} FROM ${own} q LEFT JOIN department d ON d.id = q.department GROUP BY d.id, d.name ORDER BY count(*) DESC, d.id`
  return ctx.db.query<Figures>(text, bind.values)
}
const parametersOf = async (ctx: Ctx, study: number): Promise<Figures[]> => {
  const bind = new Bind()
  const own = await ownText(ctx, study, bind)
  const name = ctx.language === 'en' ? `coalesce(nullif(p.name_en, ''), p.name)` : 'p.name'
  const text = `SELECT p.id, p.code || ' ' || ${name} AS name, ${FIGURES} FROM ${own} q
    JOIN (SELECT DISTINCT query, parameter FROM finding WHERE query IS NOT NULL) f ON f.query = q.id JOIN control_parameter p ON p.id = f.parameter
    GROUP BY p.id, p.code, p.name, p.name_en ORDER BY count(*) DESC, p.id LIMIT 50`
  return ctx.db.query<Figures>(text, bind.values)
}

/** How the sites deal with queries, and which rules make the work; of the queries that the reader sees. */
const figures = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const study = Number(call.query['study'])
  if (!Number.isSafeInteger(study)) throw fail('record.missing')
  // Whoever does not see the study is told that it is not there.
  await ctx.engine.get(ctx, 'study.project', study)
  return {
    ages: await agesOf(ctx, study),
    weeks: await weeksOf(ctx, study),
    sites: await sitesOf(ctx, study),
    parameters: await parametersOf(ctx, study),
  }
}

export const figureRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/query/figures', { audience: 'admin', rule: ruleOf(query.name, 'index') }, figures)
}
