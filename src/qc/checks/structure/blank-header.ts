import { isBlankText } from '../../cast.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'
import { headerOf, nameFacts } from './header.ts'

export const blankHeader = defineCheck({
  id: 'B06',
  slug: 'blank_header',
  dimension: 'structure',
  kahn: 'conformance.relational',
  level: 'column',
  target: 'table',
  title: text('列名不为空', 'No blank header'),
  counts: text('没有名字的列', 'a column without a name'),
  help: text(
    '按文件原样的表头判断；读入时无名的列已得到名字。',
    'Judged by the header as found; nameless columns got a name when they were read.',
  ),
  params: {},
  example: { columns: ['编号'], rows: [['S1']], context: { header: ['编号', '', '　'] }, parameter: {}, violations: 2, denominator: 3 },
  compile({ table, context }) {
    const header = headerOf(table, context)
    return nameFacts(
      header.length,
      header.flatMap((name, at) => (isBlankText(name) ? [`#${at + 1}`] : [])),
    )
  },
})
