import { defineCheck } from '../../check.ts'
import { all, any, not, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

export const primaryKey = defineCheck({
  id: 'D02',
  slug: 'primary_key',
  dimension: 'uniqueness',
  kahn: 'plausibility.uniqueness',
  level: 'row',
  target: 'columns',
  severity: 'blocking',
  title: text('主键', 'Primary key'),
  counts: text('键缺失或重复的每一行', 'every row whose key is missing or repeated'),
  help: text('任一键列缺失即为违规。', 'A row with any part of the key missing is a violation.'),
  params: {},
  example: {
    columns: ['受试者', '访视'],
    rows: [
      ['S1', 'V1'],
      ['S1', 'V2'],
      ['S1', 'V1'],
      ['S2', ''],
    ],
    parameter: { columns: ['受试者', '访视'] },
    violations: [1, 3, 4],
    denominator: 4,
  },
  compile({ scope, columns }) {
    const missing = scope.share(any(...columns.map((column) => scope.missing(column))))
    return {
      shape: 'group',
      applies: scope.share(not(missing)),
      alsoRows: missing,
      keys: columns.map((column) => scope.key(column)),
      violates: Sql`n > 1`,
      unit: 'row',
      fields: columns,
    }
  },
})

export const compoundUnique = defineCheck({
  id: 'D03',
  slug: 'compound_unique',
  dimension: 'uniqueness',
  kahn: 'plausibility.uniqueness',
  level: 'row',
  target: 'columns',
  atLeast: 2,
  title: text('组合唯一', 'Unique combination'),
  counts: text('组合重复出现的每一行', 'every row whose combination occurs more than once'),
  help: text(
    '默认任一列缺失的行不参与比较；选中后，缺失与缺失视为相同。',
    'Rows with a missing part are left out unless missing parts are to be compared as equal.',
  ),
  params: { compareMissing: { kind: 'boolean', default: false, label: text('缺失也参与比较', 'Compare missing parts') } },
  example: {
    columns: ['受试者', '日期'],
    rows: [
      ['S1', '2026-01-01'],
      ['S1', '2026-01-01'],
      ['S1', ''],
      ['S1', ''],
      ['S2', '2026-01-01'],
    ],
    parameter: { columns: ['受试者', '日期'] },
    violations: [1, 2],
    denominator: 3,
  },
  compile: ({ scope, columns, params }) =>
    params.compareMissing
      ? {
          shape: 'group',
          applies: scope.share(any(...columns.map((column) => scope.filled(column)))),
          keys: columns.map((column) => scope.value(column)),
          violates: Sql`n > 1`,
          unit: 'row',
          fields: columns,
        }
      : {
          shape: 'group',
          applies: scope.share(all(...columns.map((column) => scope.filled(column)))),
          keys: columns.map((column) => scope.key(column)),
          violates: Sql`n > 1`,
          unit: 'row',
          fields: columns,
        },
})

export const duplicateRow = defineCheck({
  id: 'D05',
  slug: 'duplicate_row',
  dimension: 'uniqueness',
  kahn: 'plausibility.uniqueness',
  level: 'row',
  target: 'table',
  title: text('重复行', 'Duplicate row'),
  counts: text('与另一行完全相同的每一行', 'every row that is identical to another'),
  help: text('可忽略序号、导出时间等列。逐字比较。', 'Serial numbers or export times can be ignored. Compared letter by letter.'),
  params: { ignore: { kind: 'columns', default: [], label: text('忽略的列', 'Columns to ignore') } },
  example: {
    columns: ['序号', '姓名', '年龄'],
    rows: [
      ['1', '甲', '30'],
      ['2', '乙', '30'],
      ['3', '甲', '30'],
    ],
    parameter: { params: { ignore: ['序号'] } },
    violations: [1, 3],
    denominator: 3,
  },
  compile({ scope, table, params }) {
    const columns = table.columns.filter((column) => !params.ignore.includes(column))
    return {
      shape: 'group',
      keys: columns.length === 0 ? [scope.row] : columns.map((column) => scope.key(column)),
      violates: Sql`n > 1`,
      unit: 'row',
      fields: [],
      label: 'row',
    }
  },
})
