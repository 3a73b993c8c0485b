import { defineCheck, type CompileContext } from '../../check.ts'
import { WrongValue } from '../../problem.ts'
import type { Measures } from '../../shape.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { binned, categoriesSql } from './distribution-sql.ts'
import { chiSquareP, kolmogorovP } from './p-value.ts'

const TESTS = {
  ks: text('Kolmogorov–Smirnov 距离', 'Kolmogorov–Smirnov distance'),
  ks_p: text('Kolmogorov–Smirnov p 值', 'Kolmogorov–Smirnov p-value'),
  psi: text('群体稳定性指数 PSI', 'Population stability index'),
  js: text('Jensen–Shannon 距离', 'Jensen–Shannon distance'),
  chi2_p: text('卡方 p 值', 'Chi-square p-value'),
}
type Test = keyof typeof TESTS
const CUTS: Record<Test, number> = { ks: 0.1, ks_p: 0.001, psi: 0.2, js: 0.1, chi2_p: 0.001 }

const usable = (value: number | null | undefined): value is number => typeof value === 'number' && Number.isFinite(value)

function valueOf(test: Test, { distance, own, reference, psi, js, chi2, freedom }: Measures): number | null {
  if (!own || !reference) return null
  if (test === 'ks') return distance ?? null
  if (test === 'ks_p') return usable(distance) ? kolmogorovP(distance, own, reference) : null
  if (test === 'chi2_p') return usable(chi2) && usable(freedom) ? chiSquareP(chi2, freedom) : null
  return (test === 'psi' ? psi : js) ?? null
}

type Given = {
  table: string | undefined
  column: string | undefined
  where: string | undefined
  shares: readonly { value: string; share: number }[] | undefined
  as: 'number' | 'category'
}

/** The reference as a relation of x and weight. */
function referenceOf({ params, column, other, condition, dialect }: CompileContext<Given>): Sql {
  if (params.shares !== undefined) {
    if (params.as === 'number')
      throw new WrongValue('params.shares', text('给出构成比时须按类别比较', 'shares go with comparing as categories'))
    if (!params.shares.some((item) => item.share > 0))
      throw new WrongValue('params.shares', text('构成比不能全为 0', 'the shares must not all be 0'))
    return Sql`(SELECT * FROM (VALUES ${params.shares.map((item) => Sql`(${literal(item.value)}, ${dialect.values.number(item.share)})`)}) shares(x, weight))`
  }
  if (params.table === undefined)
    throw new WrongValue('params.table', text('须指明参照表或构成比', 'name a reference table, or give shares'))
  const scope = other(params.table, 'params.table')
  const name = params.column ?? column
  if (!scope.table.columns.includes(name))
    throw new WrongValue('params.column', text(`表“${params.table}”没有列“${name}”`, `table "${params.table}" has no column "${name}"`))
  const value = params.as === 'number' ? scope.number(name) : scope.value(name)
  const kept = params.where === undefined ? Sql`true` : condition(params.where, 'params.where', scope)
  return Sql`(SELECT ${value} AS x, 1 AS weight FROM ${scope.shared.from([value, kept])} WHERE ${value} IS NOT NULL AND ${kept})`
}

export const distributionVsReference = defineCheck({
  id: 'J12',
  slug: 'distribution_vs_reference',
  dimension: 'statistics',
  kahn: 'plausibility.atemporal',
  level: 'column',
  target: 'column',
  severity: 'minor',
  minDenominator: 5,
  title: text('分布与参照相符', 'Distribution against a reference'),
  counts: text('分布偏离参照的列', 'a column whose distribution drifted from the reference'),
  help: text(
    '测得值：距离与 PSI 越大越偏，p 值越小越偏。数值的 PSI、JS 与卡方按参照的分位数分箱。按中心分组即可比较各中心。',
    'The measured value: distances and PSI grow with drift, p-values shrink. For PSI, JS and chi-square, numbers are binned by the quantiles of the reference. Group by site to compare sites.',
  ),
  params: {
    test: { kind: 'choice', default: 'ks', options: TESTS, label: text('方法', 'Test') },
    cut: {
      kind: 'number',
      min: 0,
      label: text('界限（默认 0.1、0.001、0.2、0.1、0.001）', 'Cut (0.1, 0.001, 0.2, 0.1, 0.001 by default)'),
    },
    as: {
      kind: 'choice',
      default: 'number',
      options: { number: text('数值', 'Numbers'), category: text('类别', 'Categories') },
      label: text('比较为', 'Compare as'),
    },
    table: { kind: 'table', label: text('参照表', 'Reference table') },
    column: { kind: 'column', of: 'table', label: text('参照列（不填则同名）', 'Reference column, if named otherwise') },
    where: { kind: 'expression', label: text('参照表中只看', 'Only its rows where') },
    shares: {
      kind: 'rows',
      label: text('或给出构成比', 'Or shares'),
      fields: {
        value: { kind: 'text', required: true, label: text('类别', 'Category') },
        share: { kind: 'number', min: 0, required: true, label: text('占比', 'Share') },
      },
    },
    bins: { kind: 'integer', min: 2, max: 100, default: 10, label: text('数值分箱数', 'Bins for numbers') },
  },
  example: {
    columns: ['年龄'],
    rows: [['30'], ['31'], ['32'], ['33'], ['34'], ['']],
    others: { 上期: { columns: ['年龄'], rows: [['32'], ['33'], ['34'], ['35'], ['36']] } },
    parameter: { columns: ['年龄'], params: { table: '上期', cut: 0.3 } },
    violations: 1,
    denominator: 1,
  },
  compile(context) {
    const { scope, column, params, dialect } = context
    const { test, as, bins, shares } = params
    const ranks = test === 'ks' || test === 'ks_p'
    if (ranks && as === 'category') throw new WrongValue('params.test', text('类别不能用此方法', 'this test needs numbers'))
    const reference = referenceOf(context)
    const value = as === 'number' ? scope.number(column) : scope.value(column)
    return {
      shape: 'aggregate',
      base: scope.share(Sql`(${value} IS NOT NULL)`),
      columns: { x: value, weight: Sql`1` },
      sql(source, by) {
        if (ranks) return dialect.relations.distance(source, reference, by)
        if (as === 'category') return categoriesSql(dialect, source, reference, by, shares === undefined)
        const cut = (relation: Sql, kept: readonly Sql[]): Sql => binned(dialect, relation, reference, bins, kept)
        return categoriesSql(dialect, cut(source, by), cut(reference, [Sql`weight`]), by, true)
      },
      value: (measures) => valueOf(test, measures),
      limit: { metric: 'value', op: test.endsWith('_p') ? '<' : '>', value: params.cut ?? CUTS[test] },
      fields: [column],
    }
  },
})
