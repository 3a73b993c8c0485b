import { Refusal, filled } from '#kernel'
import type { Words } from '#kernel'
import type { Ctx } from '#server'
import type { InForce } from '#study/parameter/in-force.ts'

/** What the run found for the first time, or again. What somebody is at already, what lapsed, and what stands for a whole mass is a person's to judge. */
const FOUND = `FROM finding f WHERE f.state_run = $1 AND f.parameter = ANY($2::bigint[]) AND f.study IS NOT NULL AND f.mass_count IS NULL
  AND (f.first_run = $1 AND f.state = 'new' OR f.state = 'reopened' AND f.cause <> 'until')`
const ASKING = 'SELECT parameter FROM control_version WHERE id = ANY($1::bigint[]) AND auto_query'
const COUNTS = `SELECT f.parameter, count(*)::int AS n ${FOUND} GROUP BY f.parameter ORDER BY f.parameter`
// What is about one record stands together: it becomes one query.
const IDS = `SELECT f.id ${FOUND} ORDER BY f.datafile, f.form, f.record, f.name, f.id`

/** So many at once that a person looks at the rule before a site is asked. */
export const MOST_QUESTIONS = 200
const tooMany = (code: string, n: number): Words => ({
  'zh-cn': `${code}：一次发现 ${n} 个新问题，超过 ${MOST_QUESTIONS} 个，没有自动发质疑；请先核对参数，再在问题列表中批量提质疑`,
  en: `${code}: ${n} new findings at once are more than ${MOST_QUESTIONS}; no query was raised. Look at the parameter first, then ask from the list of findings`,
})
const refused = (why: Words): Words => ({ 'zh-cn': `没有自动发质疑：${why['zh-cn']}`, en: `No query was raised: ${why.en}` })

/** As many as one call takes. */
const AT_ONCE = 1000

/** Questions to the sites that rules ask by themselves, in the transaction of the run's end. Answers what the log is to say. */
export const askQuestions = async (ctx: Ctx, run: number, rules: readonly InForce[]): Promise<Words[]> => {
  const asking = await ctx.db.query<{ parameter: number }>(ASKING, [rules.map(({ version }) => version)])
  if (asking.length === 0) return []
  const counts = await ctx.db.query<{ parameter: number; n: number }>(COUNTS, [run, asking.map(({ parameter }) => parameter)])
  const [many, few] = [counts.filter(({ n }) => n > MOST_QUESTIONS), counts.filter(({ n }) => n <= MOST_QUESTIONS)]
  const said = many.map(({ parameter, n }) => tooMany(rules.find(({ id }) => id === parameter)?.code ?? '', n))
  const found = await ctx.db.query<{ id: number }>(IDS, [run, few.map(({ parameter }) => parameter)])
  try {
    for (let from = 0; from < found.length; from += AT_ONCE) {
      const findings = found.slice(from, from + AT_ONCE).map(({ id }) => id)
      await ctx.engine.attempt(ctx, () => ctx.engine.act(ctx, 'query', 'raise', [], { findings }))
    }
  } catch (error) {
    // A study without anybody who could answer is judged all the same.
    if (!(error instanceof Refusal)) throw error
    said.push(refused(filled(error.words, error.params)))
  }
  return said
}
