import { defineCheck } from '../../check.ts'
import { all, any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const example = {
  columns: ['电话', '邮箱'],
  rows: [
    ['13800000000', ''],
    ['', ''],
    ['13900000000', 'a@b.cn'],
  ],
}

export const anyOfComplete = defineCheck({
  id: 'A05',
  slug: 'any_of_complete',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'row',
  target: 'columns',
  atLeast: 2,
  title: text('至少填一项', 'At least one filled'),
  counts: text('所列各项全部缺失的行', 'a row in which all of the columns are missing'),
  help: text('用于联系方式等多选一的内容。', 'For alternatives such as ways of contact.'),
  params: {},
  example: { ...example, parameter: { columns: ['电话', '邮箱'] }, violations: [2], denominator: 3 },
  compile: ({ scope, columns }) => ({ shape: 'row', violates: all(...columns.map((column) => scope.missing(column))), fields: columns }),
})

export const allOfComplete = defineCheck({
  id: 'A06',
  slug: 'all_of_complete',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'row',
  target: 'columns',
  title: text('全部填写', 'All filled'),
  counts: text('所列各项至少缺一项的行', 'a row in which at least one of the columns is missing'),
  help: text('按行计数；若需按单元格计数，请用“不为空”。', 'Counts rows; use "not blank" to count cells.'),
  params: {},
  example: { ...example, parameter: { columns: ['电话', '邮箱'] }, violations: [1, 2], denominator: 3 },
  compile: ({ scope, columns }) => ({ shape: 'row', violates: any(...columns.map((column) => scope.missing(column))), fields: columns }),
})

export const completeIfComplete = defineCheck({
  id: 'A07',
  slug: 'complete_if_complete',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'cell',
  target: 'column',
  title: text('随另一项填写', 'Filled with another'),
  counts: text('另一项已填而本项缺失', 'the other column is filled and this one is missing'),
  help: text('例如填了检验值就应填单位。', 'For example a unit wherever there is a result.'),
  params: { given: { kind: 'column', required: true, label: text('另一列', 'The other column') } },
  example: {
    columns: ['结果', '单位'],
    rows: [
      ['5.1', 'mmol/L'],
      ['4.8', ''],
      ['', ''],
    ],
    parameter: { columns: ['单位'], params: { given: '结果' } },
    violations: [2],
    denominator: 2,
  },
  compile: ({ scope, column, params }) => ({
    shape: 'row',
    applies: scope.filled(params.given),
    violates: scope.missing(column),
    fields: [column],
  }),
})

export const blankRow = defineCheck({
  id: 'A16',
  slug: 'blank_row',
  dimension: 'completeness',
  kahn: 'completeness',
  level: 'row',
  target: 'table',
  title: text('空行', 'Blank row'),
  counts: text('所有单元格都缺失的行', 'a row in which every cell is missing'),
  help: text('可忽略序号等总有值的列。', 'Columns that are always filled, such as a serial number, can be ignored.'),
  params: { ignore: { kind: 'columns', default: [], label: text('忽略的列', 'Columns to ignore') } },
  example: {
    columns: ['序号', '姓名', '年龄'],
    rows: [
      ['1', '甲', '30'],
      ['2', '', '　'],
    ],
    parameter: { params: { ignore: ['序号'] } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, table, params }) {
    const columns = table.columns.filter((column) => !params.ignore.includes(column))
    return {
      shape: 'row',
      violates: columns.length === 0 ? Sql`false` : all(...columns.map((column) => scope.missing(column))),
      fields: [],
      label: 'row',
    }
  },
})
