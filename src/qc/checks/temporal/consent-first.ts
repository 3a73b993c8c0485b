import { Sql } from '../../sql.ts'
import { defineCheck } from '../../check.ts'
import { text } from '../../text.ts'
import { LOOKUP_PARAMS, lookup } from '../lookup.ts'

export const consentFirst = defineCheck({
  id: 'G07',
  slug: 'consent_first',
  dimension: 'temporal',
  kahn: 'plausibility.temporal',
  level: 'row',
  target: 'column',
  severity: 'blocking',
  title: text('先知情同意', 'Consent first'),
  counts: text('早于知情同意的日期', 'a date before consent'),
  help: text(
    '同日视为在同意之后。读不出同意日期的行默认不判断，可改为违规。',
    'The same day counts as after consent. Rows without a readable consent date are not judged unless told so.',
  ),
  params: {
    consent: { kind: 'column', of: 'table', required: true, label: text('知情同意日期列', 'Consent date column') },
    withoutConsent: { kind: 'boolean', default: false, label: text('没有同意日期也算违规', 'A date without any consent is a violation') },
    ...LOOKUP_PARAMS,
  },
  example: {
    columns: ['受试者', '采血'],
    rows: [
      ['S1', '2026-02-01'],
      ['S1', '2026-01-31'],
      ['S2', '2026-01-31'],
      ['S1', ''],
    ],
    others: { 同意: { columns: ['受试者', '签署'], rows: [['S1', '2026-02-01']] } },
    parameter: { columns: ['采血'], params: { consent: '签署', table: '同意', on: ['受试者'] } },
    violations: [2],
    denominator: 2,
  },
  compile({ scope, column, params, other, dialect }) {
    const [date, consent] = [scope.date(column), lookup({ scope, params, other }, params.consent, 'earliest')]
    const early = Sql`(${dialect.values.cast(date, 'DATE')} < ${dialect.values.cast(consent, 'DATE')})`
    return params.withoutConsent
      ? {
          shape: 'row',
          applies: scope.share(Sql`(${date} IS NOT NULL)`),
          violates: scope.share(Sql`(${consent} IS NULL OR ${early})`),
          fields: [column],
        }
      : {
          shape: 'row',
          applies: scope.share(Sql`(${date} IS NOT NULL AND ${consent} IS NOT NULL)`),
          violates: scope.share(early),
          fields: [column],
        }
  },
})
