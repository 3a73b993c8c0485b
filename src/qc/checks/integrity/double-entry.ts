import type { Dialect } from '../../dialect/dialect.ts'
import { defineCheck } from '../../check.ts'
import { differenceSql, LONG } from '../../exact.ts'
import { WrongValue } from '../../problem.ts'
import { all, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { pairsOf, partnerValue } from '../lookup.ts'

/** 36.6 − 36.5 is a little more than 0.1 in binary: the last digits of a subtraction must not make a conflict. */
const apart = (dialect: Dialect, a: Sql, b: Sql, digits: readonly [Sql, Sql], tolerance: number): Sql =>
  Sql`(abs(${differenceSql(dialect, a, b, digits)}) > ${dialect.values.number(tolerance)} + (CASE WHEN abs(${a}) < ${LONG} THEN 1e-12 * greatest(abs(${a}), abs(${b})) ELSE 0 END))`

export const doubleEntryConflict = defineCheck({
  id: 'F07',
  slug: 'double_entry_conflict',
  dimension: 'integrity',
  kahn: 'plausibility.atemporal',
  level: 'cell',
  target: 'column',
  title: text('双录入冲突', 'Double entry conflict'),
  counts: text('两次录入不一致的单元格', 'a cell that differs between the two entries'),
  help: text(
    '按键找另一次录入的行（同键多行取第一行）；一方缺失一方有值也算不一致，两方都缺失不算。两次录入在同一张表时请用“不应变化的值”。',
    'The row of the other entry is found by key, the first one if there are several; filled against missing is a conflict, missing against missing is none. For two entries in one table use "constant should not change".',
  ),
  params: {
    other: { kind: 'table', required: true, label: text('另一次录入的表', 'Table of the other entry') },
    on: { kind: 'columns', required: true, label: text('本表的键列', 'Key columns') },
    key: { kind: 'columns', of: 'other', label: text('另一张表的键列（不填则同名）', 'Key columns of the other, if named otherwise') },
    otherColumns: {
      kind: 'columns',
      of: 'other',
      label: text('另一张表的对应列（不填则同名）', 'Columns of the other, if named otherwise'),
    },
    as: {
      kind: 'choice',
      default: 'text',
      options: { text: text('文本', 'Texts'), number: text('数值', 'Numbers'), date: text('日期', 'Dates') },
      label: text('比较为', 'Compare as'),
    },
    tolerance: { kind: 'number', min: 0, default: 0, label: text('数值容差', 'Tolerance of numbers') },
    unmatched: { kind: 'boolean', default: false, label: text('没有另一次录入也算违规', 'A row without the other entry is a violation') },
  },
  example: {
    columns: ['编号', '体重'],
    rows: [
      ['S1', '60.0'],
      ['S2', '72'],
      ['S3', '55'],
      ['S4', ''],
    ],
    others: {
      二录: {
        columns: ['编号', '体重'],
        rows: [
          ['S1', '60'],
          ['S2', '27'],
          ['S4', ''],
        ],
      },
    },
    parameter: { columns: ['体重'], params: { other: '二录', on: ['编号'], as: 'number' } },
    violations: [2],
    denominator: 3,
  },
  compile({ scope, column, columns, params, other, dialect }) {
    const second = other(params.other, 'params.other')
    const pairs = pairsOf(second, params.on, params.key)
    const theirs = params.otherColumns?.[columns.indexOf(column)] ?? column
    if (!second.table.columns.includes(theirs) || (params.otherColumns && params.otherColumns.length !== columns.length))
      throw new WrongValue(
        'params.otherColumns',
        text(
          `表“${params.other}”须有与 columns 同序的对应列（“${theirs}”）`,
          `table "${params.other}" needs a column for each of columns, in order ("${theirs}")`,
        ),
      )
    const first = (value: Sql): Sql => partnerValue(scope, second, pairs, dialect.aggregates.first(value, second.row))
    const matched = scope.share(Sql`(${partnerValue(scope, second, pairs, Sql`bool_or(true)`)} IS NOT NULL)`)
    const differs = scope.share(Sql`(${scope.value(column)} IS DISTINCT FROM ${first(second.value(theirs))})`)
    const conflict =
      params.as === 'text'
        ? differs
        : readAs(
            params.as === 'number'
              ? [scope.number(column), first(second.number(theirs))]
              : [scope.date(column), first(second.date(theirs))],
            params.as === 'number'
              ? (a, b) => apart(dialect, a, b, [scope.digits(column), first(second.digits(theirs))], params.tolerance)
              : (a, b) => Sql`(${a} <> ${b})`,
            differs,
          )
    const keyed = all(...params.on.map((name) => scope.filled(name)))
    return params.unmatched
      ? { shape: 'row', applies: scope.share(keyed), violates: Sql`(NOT ${matched} OR ${conflict})`, fields: [column] }
      : { shape: 'row', applies: scope.share(all(keyed, matched)), violates: conflict, fields: [column] }
  },
})

/** Two readable values are compared as what they are, anything else letter by letter. */
const readAs = ([a, b]: readonly [Sql, Sql], unequal: (a: Sql, b: Sql) => Sql, otherwise: Sql): Sql =>
  Sql`(CASE WHEN ${a} IS NOT NULL AND ${b} IS NOT NULL THEN ${unequal(a, b)} ELSE ${otherwise} END)`
