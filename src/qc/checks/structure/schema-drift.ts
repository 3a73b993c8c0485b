import { readDate, readNumber } from '../../cast.ts'
import { defineCheck } from '../../check.ts'
import { NotApplicable } from '../../problem.ts'
import type { FactItem, Part } from '../../shape.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

type Previous = { name: string; type?: string | undefined }

export const schemaDrift = defineCheck({
  id: 'B11',
  slug: 'schema_drift',
  facts: ['previousColumns'],
  dimension: 'structure',
  kahn: 'conformance.relational',
  level: 'column',
  target: 'table',
  title: text('结构未变', 'No schema drift'),
  counts: text('比上次多出、缺少或改变类型的列', 'a column added, removed or of another type since the last delivery'),
  help: text(
    '上次的列来自参数，或背景 context.previousColumns（按表）。改变类型：过半的值读不成原类型。',
    'The earlier columns come from the parameter or from context.previousColumns, by table. Another type: more than half of the values cannot be read as before.',
  ),
  params: {
    previous: {
      kind: 'rows',
      label: text('上次的列', 'Columns of the last delivery'),
      fields: {
        name: { kind: 'text', required: true, label: text('列名', 'Name') },
        type: {
          kind: 'choice',
          options: {
            text: text('文本', 'Text'),
            number: text('数值', 'Number'),
            integer: text('整数', 'Whole number'),
            date: text('日期', 'Date'),
            datetime: text('日期时间', 'Date and time'),
          },
          label: text('类型', 'Type'),
        },
      },
    },
    allowAdded: { kind: 'boolean', default: false, label: text('允许新增列', 'New columns are fine') },
  },
  example: {
    columns: ['编号', '年龄', '备注'],
    rows: [
      ['S1', '三十', 'x'],
      ['S2', '四十', 'y'],
    ],
    parameter: { params: { previous: [{ name: '编号' }, { name: '年龄', type: 'number' }, { name: '性别' }] } },
    violations: 3,
    denominator: 5,
  },
  compile({ table, scope, params, context, dialect }) {
    const known = context['previousColumns'] as Record<string, Previous[]> | undefined
    const previous: readonly Previous[] | undefined = params.previous ?? known?.[table.name]
    if (!previous?.length) throw new NotApplicable('out_of_scope')
    const before = new Set(previous.map((column) => column.name))
    const now = new Set(table.columns)
    const removed = previous.filter((column) => !now.has(column.name)).map((column) => column.name)
    const own = table.columns.filter((name) => !table.aside?.includes(name))
    const added = params.allowAdded ? [] : own.filter((name) => !before.has(name))
    const items: FactItem[] = [...removed.map((field) => ({ field, value: '−' })), ...added.map((field) => ({ field, value: '+' }))]
    const names: Part = {
      shape: 'fact',
      fields: [],
      label: 'column',
      evaluate: () => ({ denominator: new Set([...before, ...own]).size, violated: items.length, items }),
    }
    const retyped = previous.flatMap(({ name, type }): Part[] => {
      if (!type || type === 'text' || !now.has(name)) return []
      const value = scope.value(name)
      const read = type === 'number' || type === 'integer' ? readNumber(dialect, value) : readDate(dialect, value)
      const share = Sql`(SELECT coalesce(${dialect.values.ratio(Sql`count(${read})`, Sql`nullif(count(${value}), 0)`)}, 1) FROM ${scope.shared.from([value])})`
      return [
        {
          shape: 'query',
          denominator: Sql`SELECT 1`,
          violations: Sql`SELECT ${literal(name)} AS field, ${literal(`≠ ${type}`)} AS "value" WHERE ${share} < 0.5`,
          fields: [],
          label: name,
        },
      ]
    })
    return [names, ...retyped]
  },
})
