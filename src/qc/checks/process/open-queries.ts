import { dateIn } from '../../cast.ts'
import { defineCheck } from '../../check.ts'
import { queriesOf, type QueryFact } from '../../context.ts'
import { NotApplicable } from '../../problem.ts'
import { text } from '../../text.ts'
import { byGroup } from './by-group.ts'

const DAY = 86_400_000
const DONE = new Set(['closed', 'cancelled'])

export const openQueries = defineCheck({
  id: 'K01',
  slug: 'open_queries',
  facts: ['queries'],
  dimension: 'process',
  kahn: 'conformance.value',
  level: 'dataset',
  target: 'dataset',
  title: text('未关闭的质疑', 'Open queries'),
  counts: text('未关闭的质疑过多，以及每条超过天数仍未关闭的质疑', 'too many open queries, and every query open for longer than allowed'),
  help: text(
    '质疑取自 context.queries（id、status、opened 及可分组的属性）；没有提供时不判断。测得值为未关闭的条数。',
    'Queries come from context.queries (id, status, opened and what to group by); without it nothing is judged. The measured value is the number of open queries.',
  ),
  params: {
    max: { kind: 'integer', min: 0, default: 0, label: text('最多条数', 'At most') },
    maxDays: { kind: 'integer', min: 0, label: text('最长天数', 'Longest, days') },
  },
  example: {
    columns: ['编号'],
    rows: [['S1']],
    parameter: { params: { max: 5, maxDays: 30 } },
    context: {
      queries: [
        { id: 'Q1', status: 'open', opened: '2026-06-01' },
        { id: 'Q2', status: 'answered', opened: '2026-01-01' },
        { id: 'Q3', status: 'closed', opened: '2026-01-01' },
      ],
    },
    violations: 1,
    denominator: 3,
  },
  compile({ params: { max, maxDays }, parameter, context, now }) {
    const queries = queriesOf(context)
    if (!queries) throw new NotApplicable('out_of_scope')
    const today = Math.floor((dateIn(now) ?? 0) / DAY)
    const age = (query: QueryFact): number => today - Math.floor((dateIn(query.opened) ?? 0) / DAY)
    const tooMany = (items: readonly QueryFact[]) => {
      const value = items.filter((query) => !DONE.has(query.status)).length
      return { denominator: 1, violated: Number(value > max), value }
    }
    const tooOld = (items: readonly QueryFact[]) => {
      const open = items.filter((query) => !DONE.has(query.status))
      return { denominator: open.length, violated: open.filter((query) => age(query) > (maxDays ?? Infinity)).length }
    }
    const open = queries.filter((query) => !DONE.has(query.status))
    const many = {
      shape: 'fact' as const,
      fields: [],
      label: 'open',
      evaluate: () => ({
        ...tooMany(queries),
        items: open.length > max ? [{ value: String(open.length) }] : [],
        groups: byGroup(queries, parameter.groupBy, tooMany),
      }),
    }
    if (maxDays === undefined) return many
    const items = open.filter((query) => age(query) > maxDays).map((query) => ({ key: { id: query.id }, value: String(age(query)) }))
    return [
      many,
      {
        shape: 'fact',
        fields: [],
        label: 'age',
        evaluate: () => ({ ...tooOld(queries), items, groups: byGroup(queries, parameter.groupBy, tooOld) }),
      },
    ]
  },
})
