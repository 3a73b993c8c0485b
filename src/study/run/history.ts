import type { ReportChart, ReportHistory, ReportModel } from '#qc'
import { differenceOf, type Said } from './difference.ts'
import { WESTGARD, westgard, type WestgardRule } from './westgard.ts'

/** What each rule said of each form in a run, with what it measured where it measures something. */
export type SaidThen = Said & { value: number | null }
export type PastRun = { id: number; title: string; at: string; score: number | null; said: readonly SaidThen[] }
type ThisRun = Omit<PastRun, 'id' | 'title'>

/** Nobody looks at more charts than these; the page of the run has one for every rule. */
const MOST_CHARTS = 12
const PROVES: ReadonlySet<string> = new Set(['passed', 'warned', 'failed'])
const POINTS = { zh: '分', en: 'points' }
const PERCENT = { zh: '违规 %', en: '% violated' }
const MEASURED = { zh: '测得值', en: 'measured' }

type Figure = { label: string; at: string; figure: number }
const chartOf = (title: ReportChart['title'], unit: ReportChart['unit'], figures: readonly Figure[]): ReportChart => {
  const chart = westgard(figures.map(({ figure }) => figure))
  return {
    title,
    unit,
    limits: chart && { mean: chart.mean, sd: chart.sd },
    points: figures.map((point, at) => ({ ...point, rules: chart?.rules[at] ?? [] })),
  }
}

const keyOf = ({ code, form }: Pick<SaidThen, 'code' | 'form'>): string => `${form ?? ''} ${code}`
const figureOf = ({ value, violated, denominator }: SaidThen, isMeasured: boolean): number | null =>
  isMeasured ? value : denominator > 0 ? (100 * violated) / denominator : 0
const gravest = ({ points }: ReportChart): number => {
  const broken = points.at(-1)?.rules ?? []
  const at = WESTGARD.findIndex((rule: WestgardRule) => broken.includes(rule))
  return at < 0 ? WESTGARD.length : at
}

/** What the runs before say about this one: rule by rule against the last of them, and over all of them, by the rules of control charts. */
export const historyOf = (past: readonly PastRun[], now: ThisRun, { run }: ReportModel): ReportHistory | undefined => {
  const last = past.at(-1)
  if (!last || !run) return undefined
  const titles = new Map(run.results.map(({ parameter, title }) => [parameter, title]))
  const titleOf = (code: string) => titles.get(code) ?? { zh: code, en: code }
  const changes = differenceOf(now.said, last.said).flatMap(({ code, kind, now: one, before }) =>
    kind === 'fine' || (one && before && !PROVES.has(one.status) && !PROVES.has(before.status))
      ? []
      : [{ code, title: titleOf(code), kind, now: one, before }],
  )
  const named = past.map((one) => ({ ...one, label: `#${one.id}` }))
  const runs = [...named, { ...now, label: '●' }]
  const scores = runs.flatMap(({ label, at, score }) => (score === null ? [] : [{ label, at, figure: score }]))
  const byRule = runs.map(({ said }) => new Map(said.map((one) => [keyOf(one), one])))
  const rules = now.said.map((said): ReportChart => {
    const isMeasured = said.value !== null
    const figures = runs.flatMap(({ label, at }, n) => {
      const then = byRule[n]?.get(keyOf(said))
      const figure = then && PROVES.has(then.status) ? figureOf(then, isMeasured) : null
      return figure === null ? [] : [{ label, at, figure }]
    })
    const { zh, en } = titleOf(said.code)
    return chartOf({ zh: `${zh} ${said.code}`, en: `${en} ${said.code}` }, isMeasured ? MEASURED : PERCENT, figures)
  })
  // Of the rules only those whose last point is out of control; the score always.
  const broken = rules.filter(({ points }) => points.at(-1)?.label === '●' && (points.at(-1)?.rules.length ?? 0) > 0)
  const charts = broken.toSorted((a, b) => gravest(a) - gravest(b)).slice(0, MOST_CHARTS - 1)
  return {
    before: { title: last.title, at: last.at, score: last.score, changes },
    charts: [chartOf({ zh: '总分', en: 'Score' }, POINTS, scores), ...charts],
  }
}

export const withHistory = (model: ReportModel, history: ReportHistory | undefined): ReportModel =>
  history && model.run ? { ...model, run: { ...model.run, previous: history.before.score, history } } : model
