import { defineCheck } from '../../check.ts'
import type { TableScope } from '../../scope.ts'
import { all, any, literal, not, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { WrongValue } from '../../problem.ts'

/** The filled values of a column of another table, for IN: a null among them would make every "not in" unknown. */
const valuesOf = (scope: TableScope, column: string, ...where: readonly Sql[]): Sql => {
  const condition = all(scope.filled(column), ...where)
  return Sql`(SELECT ${scope.text(column)} FROM ${scope.shared.from([scope.text(column), condition])} WHERE ${condition})`
}

export const expectedVisit = defineCheck({
  id: 'A11',
  slug: 'expected_visit_present',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'dataset',
  target: 'table',
  title: text('应有访视', 'Expected visit present'),
  counts: text('已过窗口而没有该访视的受试者', 'a subject past the window of a visit without that visit'),
  help: text(
    '目标表每行一名受试者；计划列出每次访视距起点的天数与最迟宽限。',
    'The target table has one row per subject; the schedule gives each visit its day after the anchor and the days of grace.',
  ),
  params: {
    subject: { kind: 'column', required: true, label: text('受试者列', 'Subject column') },
    anchor: { kind: 'column', required: true, label: text('起点日期列', 'Anchor date column') },
    visits: { kind: 'table', required: true, label: text('访视表', 'Table of visits') },
    visitSubject: { kind: 'column', of: 'visits', required: true, label: text('访视表的受试者列', 'Subject column of the visits') },
    visitName: { kind: 'column', of: 'visits', required: true, label: text('访视名称列', 'Visit name column') },
    schedule: {
      kind: 'rows',
      required: true,
      label: text('访视计划', 'Schedule'),
      fields: {
        visit: { kind: 'text', required: true, label: text('访视', 'Visit') },
        day: { kind: 'integer', required: true, label: text('第几天', 'Day') },
        after: { kind: 'integer', default: 0, min: 0, label: text('最迟宽限（天）', 'Days of grace') },
      },
    },
  },
  example: {
    columns: ['受试者', '入组'],
    rows: [
      ['S1', '2000-01-01'],
      ['S2', '2000-01-01'],
      ['S3', ''],
    ],
    others: {
      访视: {
        columns: ['受试者', '访视'],
        rows: [
          ['S1', 'V1'],
          ['S2', 'V2'],
        ],
      },
    },
    parameter: {
      params: {
        subject: '受试者',
        anchor: '入组',
        visits: '访视',
        visitSubject: '受试者',
        visitName: '访视',
        schedule: [{ visit: 'V1', day: 30, after: 7 }],
      },
    },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, params, other, now, dialect }) {
    const visits = other(params.visits, 'params.visits')
    if (params.schedule.length === 0) throw new WrongValue('params.schedule', text('计划不能为空', 'the schedule must not be empty'))
    return params.schedule.map(({ visit, day, after }) => {
      const due = Sql`(${dialect.dates.addDays(scope.date(params.anchor), day + after)} < TIMESTAMP ${literal(now.slice(0, 10))})`
      const seen = valuesOf(visits, params.visitSubject, Sql`(${visits.text(params.visitName)} = ${literal(visit)})`)
      return {
        shape: 'row' as const,
        applies: scope.share(all(scope.filled(params.subject), Sql`coalesce(${due}, false)`)),
        violates: scope.share(not(Sql`(${scope.text(params.subject)} IN ${seen})`)),
        fields: [params.subject],
        label: visit,
      }
    })
  },
})

export const rowsPerSubject = defineCheck({
  id: 'A12',
  slug: 'expected_rows_per_subject',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'table',
  target: 'columns',
  title: text('每名受试者行数', 'Rows per subject'),
  counts: text('行数过少或过多的受试者', 'a subject with too few or too many rows'),
  help: text('完全没有行的受试者由“受试者覆盖”检查。', 'Subjects without any row are found by "person coverage".'),
  params: {
    min: { kind: 'integer', min: 0, default: 1, label: text('最少', 'At least') },
    max: { kind: 'integer', min: 0, label: text('最多', 'At most') },
  },
  example: {
    columns: ['受试者', '访视'],
    rows: [
      ['S1', 'V1'],
      ['S1', 'V2'],
      ['S2', 'V1'],
      ['', 'V1'],
    ],
    parameter: { columns: ['受试者'], params: { min: 2, max: 2 } },
    violations: [3],
    denominator: 2,
  },
  compile: ({ scope, columns, params: { min, max } }) => ({
    shape: 'group',
    applies: scope.share(all(...columns.map((column) => scope.filled(column)))),
    keys: columns.map((column) => scope.key(column)),
    violates: any(Sql`n < ${min}`, max === undefined ? undefined : Sql`n > ${max}`),
    unit: 'group',
    fields: columns,
  }),
})

export const personCoverage = defineCheck({
  id: 'A13',
  slug: 'person_coverage',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'dataset',
  target: 'column',
  title: text('受试者覆盖', 'Person coverage'),
  counts: text('在另一张表中没有任何行的受试者', 'a subject without any row in the other table'),
  help: text(
    '目标为受试者表的编号列；允许的比例用不通过阈值（ratio）设定。',
    'The target is the identifier of the subject table; allow a share by a fail threshold on ratio.',
  ),
  params: {
    table: { kind: 'table', required: true, label: text('另一张表', 'The other table') },
    column: { kind: 'column', of: 'table', required: true, label: text('其中的受试者列', 'Its subject column') },
  },
  example: {
    columns: ['受试者'],
    rows: [['S1'], ['S2'], ['']],
    others: { 检验: { columns: ['编号'], rows: [['S1'], [''], ['S1']] } },
    parameter: { columns: ['受试者'], params: { table: '检验', column: '编号' } },
    violations: [2],
    denominator: 2,
  },
  compile: ({ scope, column, params, other }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: scope.share(not(Sql`(${scope.text(column)} IN ${valuesOf(other(params.table, 'params.table'), params.column)})`)),
    fields: [column],
  }),
})
