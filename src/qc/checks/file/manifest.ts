import path from 'node:path'
import { defineCheck } from '../../check.ts'
import { manifestOf } from '../../context.ts'
import { NotApplicable } from '../../problem.ts'
import type { FactItem } from '../../shape.ts'
import { text } from '../../text.ts'
import { requiredFiles } from './files.ts'

const common = { dimension: 'file', kahn: 'conformance.relational', level: 'file', target: 'dataset' } as const

export const hashMatches = defineCheck({
  ...common,
  id: 'I01',
  slug: 'hash_matches',
  facts: ['manifest', 'files'],
  title: text('校验值相符', 'Hash matches'),
  counts: text('清单中内容已变或缺失的文件', 'a file of the list whose content changed, or that is missing'),
  help: text(
    '清单来自参数，或背景 context.manifest（file, sha256）。',
    'The list comes from the parameter, or from context.manifest (file, sha256).',
  ),
  severity: 'blocking',
  params: {
    manifest: {
      kind: 'rows',
      label: text('清单', 'List'),
      fields: {
        file: { kind: 'text', required: true, label: text('文件名', 'File name') },
        sha256: { kind: 'text', required: true, label: text('SHA-256', 'SHA-256') },
      },
    },
  },
  example: {
    columns: ['编号'],
    rows: [],
    context: {
      files: [
        { name: 'a.csv', bytes: 3, sha256: 'AA' },
        { name: 'b.csv', bytes: 3, sha256: 'bb' },
      ],
    },
    parameter: {
      params: {
        manifest: [
          { file: 'a.csv', sha256: 'aa' },
          { file: 'b.csv', sha256: 'cc' },
          { file: 'c.csv', sha256: 'dd' },
        ],
      },
    },
    violations: 2,
    denominator: 3,
  },
  compile(place) {
    const given: ReturnType<typeof manifestOf> = place.params.manifest ?? manifestOf(place.context)
    const list = given.filter((entry) => entry.sha256)
    if (list.length === 0) throw new NotApplicable('out_of_scope')
    const files = new Map(requiredFiles(place).map((file) => [file.name, file]))
    return {
      shape: 'fact',
      fields: [],
      label: 'sha256',
      evaluate: () => {
        const items = list.flatMap((entry): FactItem[] => {
          const found = files.get(path.basename(entry.file))
          if (found?.sha256?.toLowerCase() === entry.sha256?.toLowerCase()) return []
          return [{ field: 'sha256', value: found ? (found.sha256 ?? '') : '∅', key: { file: entry.file } }]
        })
        return { denominator: list.length, violated: items.length, items }
      },
    }
  },
})

export const rowCountManifest = defineCheck({
  ...common,
  id: 'I07',
  slug: 'row_count_manifest',
  level: 'table',
  title: text('行数与清单相符', 'Row count as announced'),
  counts: text('行数与清单或独立计数不符的表', 'a table whose row count differs from the list or from the independent count'),
  help: text(
    '没有清单时，比较读入行数与不经解析器的独立计数，防止读入时丢行。',
    'Without a list the rows read are compared with a count made without the parser, so that no row is lost in reading.',
  ),
  severity: 'blocking',
  params: {
    manifest: {
      kind: 'rows',
      label: text('清单', 'List'),
      fields: {
        table: { kind: 'text', required: true, label: text('表或文件名', 'Table or file') },
        rows: { kind: 'integer', required: true, label: text('行数', 'Rows') },
      },
    },
  },
  example: {
    columns: ['编号'],
    rows: [['S1'], ['S2']],
    parameter: { params: { manifest: [{ table: 'main', rows: 3 }] } },
    violations: 1,
    denominator: 1,
  },
  compile({ tables, params }) {
    const expected = tables.flatMap((table) => {
      const announced = params.manifest?.find(
        (entry) => entry.table === table.name || entry.table === path.basename(table.source.path),
      )?.rows
      const counted = announced ?? table.source.independentRows
      return counted === undefined ? [] : [{ table, counted }]
    })
    const absent = (params.manifest ?? []).filter(
      (entry) => !tables.some((table) => entry.table === table.name || entry.table === path.basename(table.source.path)),
    )
    if (expected.length + absent.length === 0) throw new NotApplicable('out_of_scope')
    return {
      shape: 'fact',
      fields: [],
      label: 'rows',
      evaluate: () => {
        const items: FactItem[] = [
          ...expected.flatMap(({ table, counted }) =>
            table.rows === counted ? [] : [{ field: 'rows', value: `${table.rows}/${counted}`, key: { table: table.name } }],
          ),
          ...absent.map((entry) => ({ field: 'rows', value: `∅/${entry.rows}`, key: { table: entry.table } })),
        ]
        return { denominator: expected.length + absent.length, violated: items.length, items }
      },
    }
  },
})
