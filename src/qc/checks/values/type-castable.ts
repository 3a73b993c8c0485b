import { defineCheck } from '../../check.ts'
import type { TableScope } from '../../scope.ts'
import { Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const YES_NO = ['true', 'false', 't', 'f', 'yes', 'no', 'y', 'n', '1', '0', '是', '否']

const TIME = Sql`'([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?'`

const READABLE: Record<string, (scope: TableScope, column: string) => Sql> = {
  number: (scope, column) => Sql`(${scope.number(column)} IS NOT NULL)`,
  integer: (scope, column) => Sql`coalesce(${scope.number(column)} = ${scope.dialect.values.whole(scope.number(column))}, false)`,
  date: (scope, column) => Sql`(${scope.date(column)} IS NOT NULL)`,
  time: (scope, column) => Sql`coalesce(${scope.dialect.texts.fits(scope.value(column), TIME)}, false)`,
  boolean: (scope, column) => Sql`coalesce(${scope.dialect.values.oneOf(Sql`lower(${scope.value(column)})`, YES_NO)}, false)`,
}

export const typeCastable = defineCheck({
  id: 'C01',
  slug: 'type_castable',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('类型可读', 'Readable as type'),
  counts: text('读不出所要求类型的单元格', 'a cell that cannot be read as the type'),
  help: text(
    '全角数字、带单位的数值都算读不出。允许的比例用不通过阈值（ratio）设定。',
    'Full-width digits and numbers with units are not readable. Allow a share by a fail threshold on ratio.',
  ),
  params: {
    type: {
      kind: 'choice',
      required: true,
      label: text('类型', 'Type'),
      options: {
        number: text('数值', 'Number'),
        integer: text('整数', 'Whole number'),
        date: text('日期或时间', 'Date or date and time'),
        time: text('时刻', 'Time of day'),
        boolean: text('是/否', 'Yes or no'),
      },
    },
  },
  example: {
    columns: ['年龄'],
    rows: [['34'], ['３４'], ['约34岁'], [''], ['-9']],
    parameter: { columns: ['年龄'], params: { type: 'integer' }, missingCodes: ['-9'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile: ({ scope, column, params }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: Sql`(NOT ${READABLE[params.type]!(scope, column)})`,
    fields: [column],
  }),
})
