import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const PART = '[0-9]+([.,][0-9]+)?'
const TIME = `T(${PART}H(${PART}M)?(${PART}S)?|${PART}M(${PART}S)?|${PART}S)`
const DURATION = `-?P(${PART}W|${PART}Y(${PART}M)?(${PART}D)?(${TIME})?|${PART}M(${PART}D)?(${TIME})?|${PART}D(${TIME})?|${TIME})`

export const durationValid = defineCheck({
  id: 'C16',
  slug: 'duration_valid',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('时长写法', 'Duration'),
  counts: text('不是 ISO 8601 时长的值', 'a value that is no ISO 8601 duration'),
  help: text('例如 P3D、PT12H、P1Y6M、P2W。', 'For example P3D, PT12H, P1Y6M, P2W.'),
  params: {},
  example: {
    columns: ['疗程'],
    rows: [['P3D'], ['PT12H30M'], ['3D'], ['P'], ['P1YT'], ['']],
    parameter: { columns: ['疗程'] },
    violations: [3, 4, 5],
    denominator: 5,
  },
  compile: ({ scope, column, dialect }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: Sql`(NOT ${dialect.texts.fits(scope.text(column), literal(DURATION))})`,
    fields: [column],
  }),
})
