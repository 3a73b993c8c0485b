import { defineCheck } from '../../check.ts'
import { any, Sql } from '../../sql.ts'
import { text } from '../../text.ts'
import { hasPartner, pairsOf } from '../lookup.ts'

export const fileRecordLink = defineCheck({
  id: 'F11',
  slug: 'file_record_link',
  dimension: 'integrity',
  kahn: 'conformance.relational',
  level: 'row',
  target: 'table',
  title: text('文件与记录对应', 'Files and records linked'),
  counts: text(
    '没有对应记录（或键缺失）的文件，或没有文件的应有记录',
    'a file without its record (or without a key), or a record without its expected file',
  ),
  help: text(
    '目标为文件清单时查记录，为记录表时查文件；只有部分记录应有文件时用筛选条件指明。',
    'With the file index as target records are looked for, with the record table files; use the filter to say which records should have a file.',
  ),
  params: {
    other: { kind: 'table', required: true, label: text('记录表（或文件清单）', 'Record table (or file index)') },
    on: { kind: 'columns', required: true, label: text('受试者、访视等列', 'Subject, visit … columns') },
    key: { kind: 'columns', of: 'other', label: text('另一张表的对应列（不填则同名）', 'Columns of the other, if named otherwise') },
    where: { kind: 'expression', label: text('另一张表中只看', 'Look only at its rows where') },
  },
  example: {
    columns: ['文件', '受试者', '访视'],
    rows: [
      ['a.dcm', 'S1', 'V1'],
      ['b.dcm', 'S1', 'V9'],
      ['c.dcm', '', ''],
    ],
    others: {
      记录: {
        columns: ['受试者', '访视'],
        rows: [
          ['S1', 'V1'],
          ['S2', 'V1'],
        ],
      },
    },
    parameter: { params: { other: '记录', on: ['受试者', '访视'] } },
    violations: [2, 3],
    denominator: 3,
  },
  compile({ scope, params: { other: name, on, key, where }, other, condition }) {
    const second = other(name, 'params.other')
    const kept = where === undefined ? Sql`true` : condition(where, 'params.where', second)
    const found = hasPartner(scope, second, pairsOf(second, on, key), kept)
    const missing = any(...on.map((column) => scope.missing(column)))
    return { shape: 'row', violates: scope.share(Sql`(${missing} OR NOT ${found})`), fields: on }
  },
})
