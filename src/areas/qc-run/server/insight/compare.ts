import { nameIn, refuse } from '#kernel'
import type { Actor, Call } from '#server'
import { differenceOf, type Said } from '#study/run/difference.ts'
import { isPart } from '#study/run/split.ts'
import locale from '../../locale.ts'
import { openRun, runOf, SAME } from './run.ts'

const SHOWN = 100
type Earlier = { id: number; title: string; titleEn: string; form: number | null; set: number | null; score: number | null; at: string }
/** Those over the same forms by the same set first. */
const EARLIER = `SELECT q.id, q.title, q.title_en AS "titleEn", q.form, q."set", q.score, q.finished_at AS at FROM qc_run q WHERE ${SAME} AND q.id < $3
  ORDER BY (q.form IS NOT DISTINCT FROM $4::bigint) DESC, (q."set" IS NOT DISTINCT FROM $5::bigint) DESC, q.id DESC LIMIT ${SHOWN}`
type Scope = { form: number | null; set: number | null }
/** A score says something of another one where both were made over the same forms by the same rules. */
const hasScope = (one: Scope, other: Scope): boolean => one.form === other.form && one.set === other.set

export const earlier = async (call: Call, actor: Actor) => {
  const { ctx, run } = await openRun(call, actor)
  const list = await ctx.db.query<Earlier>(EARLIER, [run.datafile, run.study, run.id, run.form, run.set])
  return {
    list: list.map(({ title: name, titleEn: nameEn, ...row }) => ({
      ...row,
      title: nameIn(ctx.language, { name, nameEn }),
      isSameScope: hasScope(row, run),
    })),
  }
}

const SAID = `SELECT parameter, form, code, status, violated::float8 AS violated, denominator::float8 AS denominator, score FROM qc_result WHERE run = $1`
/**
 * The last event in the ledger when a run was entered: runs are entered in another order than they were asked for. One that moved nothing stands
 * where those asked for before it left the ledger.
 */
const entered = (run: string): string => `coalesce((SELECT max(e.id) FROM finding_event e WHERE e.run = ${run}),
    (SELECT max(e.id) FROM qc_run q JOIN finding_event e ON e.run = q.id
      WHERE q.id < ${run} AND q.datafile IS NOT DISTINCT FROM $1::bigint AND q.study IS NOT DISTINCT FROM $2::bigint), 0)`
/** Every finding by what runs had last said of it when each of the two was entered: people's decisions change nothing about whether it is there. */
const BETWEEN = `WITH mark AS (SELECT ${entered('$3::bigint')} AS before, ${entered('$4::bigint')} AS now),
  told AS (SELECT e.finding, (array_agg(e."to" ORDER BY e.id DESC) FILTER (WHERE e.id <= mark.before))[1] AS before,
      (array_agg(e."to" ORDER BY e.id DESC) FILTER (WHERE e.id <= mark.now))[1] AS now
    FROM finding_event e JOIN finding f ON f.id = e.finding CROSS JOIN mark
    WHERE e.run IS NOT NULL AND f.datafile IS NOT DISTINCT FROM $1::bigint AND f.study IS NOT DISTINCT FROM $2::bigint GROUP BY e.finding),
  there AS (SELECT finding, coalesce(before <> 'resolved', false) AS was, coalesce(now <> 'resolved', false) AS is_now FROM told)
  SELECT f.parameter, f.form, count(*) FILTER (WHERE is_now AND NOT was)::int AS appeared, count(*) FILTER (WHERE was AND NOT is_now)::int AS gone,
    count(*) FILTER (WHERE was AND is_now)::int AS still FROM there JOIN finding f ON f.id = there.finding GROUP BY 1, 2`
type Moved = { parameter: number; form: number | null; appeared: number; gone: number; still: number }
const NAMES = `SELECT id, name, name_en AS "nameEn" FROM control_parameter WHERE id = ANY($1::bigint[])`

/** This run against an earlier one over the same data, rule by rule and finding by finding. */
export const compare = async (call: Call, actor: Actor) => {
  const { ctx, run } = await openRun(call, actor)
  const before = await runOf(ctx, call.query['with'])
  const isSame = before.datafile === run.datafile && before.study === run.study
  if (!isSame || before.id >= run.id || before.state !== 'done' || run.state !== 'done') throw refuse(locale, 'notComparable')
  const said = (id: number) => ctx.db.query<Said>(SAID, [id])
  const rules = differenceOf(await said(run.id), await said(before.id))
  const moved = await ctx.db.query<Moved>(BETWEEN, [run.datafile, run.study, before.id, run.id])
  const names = await ctx.db.query<{ id: number; name: string; nameEn: string }>(NAMES, [rules.map(({ parameter }) => parameter)])
  const nameOf = new Map(names.map((row) => [row.id, nameIn(ctx.language, row)]))
  const ledger = new Map(moved.map((row) => [`${row.parameter} ${row.form}`, row]))
  return {
    isSameScope: hasScope(before, run),
    scores: { now: run.score, before: before.score },
    dimensions: { now: run.dimensions, before: before.dimensions },
    rules: rules.map((rule) => {
      // A finding knows its rule and not the part of it that an override made: each is told once, beside the rule itself.
      const own = isPart(rule.code) ? undefined : ledger.get(`${rule.parameter} ${rule.form}`)
      const { appeared = 0, gone = 0, still = 0 } = own ?? {}
      return { ...rule, name: nameOf.get(rule.parameter) ?? '', appeared, gone, still }
    }),
  }
}
