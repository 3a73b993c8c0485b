import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text, type Text } from '../../text.ts'

type Format = { label: Text; pattern: string }

const MONTH_DAY = '(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]'

/** The pattern decides alone: a calendar-wrong date such as 2026-02-30 passes here and is found by date_parseable. */
export const FORMATS = {
  email: { label: text('电子邮箱', 'E-mail'), pattern: '[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+' },
  cn_mobile: { label: text('中国手机号', 'Chinese mobile number'), pattern: '(\\+?86[- ]?)?1[3-9][0-9]{9}' },
  cn_phone: { label: text('中国固定电话', 'Chinese landline'), pattern: '(0[0-9]{2,3}-?)?[2-9][0-9]{6,7}(-[0-9]{1,6})?' },
  phone: { label: text('国际电话', 'Phone number'), pattern: '\\+?[0-9][0-9 ()-]{5,18}[0-9]' },
  cn_postcode: { label: text('邮政编码', 'Chinese postcode'), pattern: '[0-9]{6}' },
  uuid: { label: text('UUID', 'UUID'), pattern: '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}' },
  ipv4: {
    label: text('IPv4 地址', 'IPv4 address'),
    pattern: '((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])',
  },
  url: { label: text('网址', 'Web address'), pattern: 'https?://[^\\s/?#]+([/?#]\\S*)?' },
  date_iso: { label: text('日期 2026-01-31', 'Date 2026-01-31'), pattern: `[0-9]{4}-${MONTH_DAY}` },
  datetime_iso: {
    label: text('日期时间 2026-01-31T08:30', 'Date and time 2026-01-31T08:30'),
    pattern: `[0-9]{4}-${MONTH_DAY}[T ]${TIME}(:[0-5][0-9](\\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?`,
  },
  date_compact: { label: text('日期 20260131', 'Date 20260131'), pattern: '[0-9]{4}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])' },
  time_24h: { label: text('时刻 23:59', 'Time 23:59'), pattern: `${TIME}(:[0-5][0-9])?` },
  integer: { label: text('整数', 'Whole number'), pattern: '[+-]?[0-9]+' },
  decimal: { label: text('小数（点）', 'Decimal, point'), pattern: '[+-]?[0-9]+(\\.[0-9]+)?' },
  decimal_comma: { label: text('小数（逗号）', 'Decimal, comma'), pattern: '[+-]?[0-9]+(,[0-9]+)?' },
  percent: { label: text('百分数', 'Percentage'), pattern: '[+-]?[0-9]+(\\.[0-9]+)?%' },
  icd10: { label: text('ICD-10 编码', 'ICD-10 code'), pattern: '[A-Z][0-9][0-9A-Z](\\.[0-9A-Zx]{1,4})?([+*])?' },
  letters: { label: text('仅字母', 'Letters only'), pattern: '\\p{L}+' },
  chinese_name: { label: text('中文姓名', 'Chinese name'), pattern: '\\p{Han}{2,4}(·\\p{Han}{1,10})*' },
} satisfies Record<string, Format>

const options = Object.fromEntries(Object.entries(FORMATS).map(([name, format]) => [name, format.label])) as Record<
  keyof typeof FORMATS,
  Text
>

export const namedFormat = defineCheck({
  id: 'C12',
  slug: 'named_format',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('常用格式', 'Named format'),
  counts: text('不符合格式的值', 'a value that breaks the format'),
  help: text(
    '只看写法；日期是否存在由“日期可读”检查。',
    'Looks at spelling only; whether a date exists is the business of "date parseable".',
  ),
  params: { format: { kind: 'choice', required: true, options, label: text('格式', 'Format') } },
  example: {
    columns: ['邮箱'],
    rows: [['a@b.cn'], ['a@b'], ['张三'], ['']],
    parameter: { columns: ['邮箱'], params: { format: 'email' } },
    violations: [2, 3],
    denominator: 3,
  },
  compile: ({ scope, column, params, dialect }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: Sql`(NOT ${dialect.texts.fits(scope.text(column), literal(FORMATS[params.format].pattern))})`,
    fields: [column],
  }),
})
