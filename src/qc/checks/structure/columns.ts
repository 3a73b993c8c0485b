import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'
import type { FactItem, Part } from '../../shape.ts'

const common = { dimension: 'structure', kahn: 'conformance.relational', level: 'column', target: 'table' } as const

const facts = (denominator: number, names: readonly string[], value?: (name: string) => string): Part => ({
  shape: 'fact',
  fields: [],
  label: 'column',
  evaluate: () => ({
    denominator,
    violated: names.length,
    items: names.map((field): FactItem => ({ field, value: value?.(field) ?? field })),
  }),
})

export const tableExists = defineCheck({
  ...common,
  id: 'B01',
  slug: 'table_exists',
  level: 'dataset',
  target: 'dataset',
  title: text('应有的表', 'Table exists'),
  counts: text('缺少的表', 'an expected table that is missing'),
  help: text('按表名核对本次交付。', 'Looks for the tables of this delivery by name.'),
  severity: 'blocking',
  params: { names: { kind: 'texts', required: true, label: text('表名', 'Tables') } },
  example: { columns: ['编号'], rows: [['S1']], parameter: { params: { names: ['main', 'visits'] } }, violations: 1, denominator: 2 },
  compile({ tables, params: { names } }) {
    const there = new Set(tables.map((table) => table.name))
    return facts(
      names.length,
      names.filter((name) => !there.has(name)),
    )
  },
})

export const columnExists = defineCheck({
  ...common,
  id: 'B02',
  slug: 'column_exists',
  title: text('应有的列', 'Column exists'),
  counts: text('缺少的列', 'an expected column that is missing'),
  help: text('逐字比较，大小写不同即为缺少。', 'Compared letter by letter; another case counts as missing.'),
  severity: 'blocking',
  params: { names: { kind: 'texts', required: true, label: text('列名', 'Columns') } },
  example: {
    columns: ['编号', '年龄'],
    rows: [['S1', '3']],
    parameter: { params: { names: ['编号', '性别'] } },
    violations: 1,
    denominator: 2,
  },
  compile({ table, params: { names } }) {
    const there = new Set(table.columns)
    return facts(
      names.length,
      names.filter((name) => !there.has(name)),
    )
  },
})

export const noExtraColumns = defineCheck({
  ...common,
  id: 'B03',
  slug: 'no_extra_columns',
  title: text('没有多余的列', 'No extra columns'),
  counts: text('不在名单内的列', 'a column that is not in the list'),
  help: text('名单通常就是数据字典的字段。', 'The list usually is the fields of the data dictionary.'),
  params: { allowed: { kind: 'texts', required: true, label: text('允许的列', 'Allowed columns') } },
  example: { columns: ['编号', '备注2'], rows: [['S1', 'x']], parameter: { params: { allowed: ['编号'] } }, violations: 1, denominator: 2 },
  compile({ table, params: { allowed } }) {
    const list = new Set(allowed)
    return facts(
      table.columns.length,
      table.columns.filter((name) => !list.has(name)),
    )
  },
})

export const duplicateColumnName = defineCheck({
  ...common,
  id: 'B05',
  slug: 'duplicate_column_name',
  title: text('列名不重复', 'No repeated column name'),
  counts: text('与前面某列同名的列', 'a column named like an earlier one'),
  help: text(
    '按文件原样的表头判断；读入时重名的列已加序号。',
    'Judged by the header as found; repeated names got a number when they were read.',
  ),
  severity: 'blocking',
  params: { ignoreCase: { kind: 'boolean', default: true, label: text('不分大小写', 'Ignore case') } },
  example: { columns: ['编号'], rows: [['S1']], context: { header: ['编号', 'ID', 'id'] }, parameter: {}, violations: 1, denominator: 3 },
  compile({ table, params, context }) {
    const tried = Array.isArray(context['header']) ? (context['header'] as string[]) : undefined
    const header = (tried ?? table.source.header ?? table.columns).map((name) => name.trim())
    const seen = new Set<string>()
    const repeated = header.filter((name) => {
      if (name === '') return false
      const plain = params.ignoreCase ? name.toLowerCase() : name
      return seen.has(plain) || (seen.add(plain), false)
    })
    return facts(header.length, repeated)
  },
})
