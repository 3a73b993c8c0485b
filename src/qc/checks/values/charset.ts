import { defineCheck } from '../../check.ts'
import { literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

/** Character classes in the syntax of the database's regular expressions. */
export const CLASSES = {
  control: { label: text('控制字符', 'Control characters'), set: '\\x{0}-\\x{8}\\x{b}\\x{c}\\x{e}-\\x{1f}\\x{7f}-\\x{9f}' },
  replacement: { label: text('乱码替代符 �', 'Replacement character �'), set: '\\x{fffd}' },
  fullwidth: { label: text('全角字母、数字与符号', 'Full-width letters, digits and signs'), set: '\\x{ff01}-\\x{ff5e}\\x{3000}' },
  invisible: { label: text('零宽与不换行空格', 'Zero-width and no-break spaces'), set: '\\x{200b}-\\x{200f}\\x{2060}\\x{feff}\\x{a0}' },
  line_break: { label: text('换行与制表符', 'Line breaks and tabs'), set: '\\t\\n\\r' },
  non_ascii: { label: text('非 ASCII 字符', 'Anything but ASCII'), set: '\\x{80}-\\x{10ffff}' },
  private_use: { label: text('私用区字符', 'Private use characters'), set: '\\x{e000}-\\x{f8ff}' },
}
const options = {
  control: CLASSES.control.label,
  replacement: CLASSES.replacement.label,
  fullwidth: CLASSES.fullwidth.label,
  invisible: CLASSES.invisible.label,
  line_break: CLASSES.line_break.label,
  non_ascii: CLASSES.non_ascii.label,
  private_use: CLASSES.private_use.label,
}

export const charset = defineCheck({
  id: 'C18',
  slug: 'charset',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('字符集', 'Characters'),
  counts: text('含有不允许字符的值', 'a value with a character that is not allowed'),
  help: text(
    '默认查控制字符、乱码、全角与零宽字符；汉字不受影响。',
    'Looks for control, replacement, full-width and invisible characters unless told otherwise; Chinese characters are fine.',
  ),
  params: {
    forbid: {
      kind: 'choices',
      options,
      default: ['control', 'replacement', 'fullwidth', 'invisible'],
      label: text('不允许', 'Not allowed'),
    },
  },
  example: {
    columns: ['年龄'],
    rows: [['34'], ['３４'], ['三十四'], ['']],
    parameter: { columns: ['年龄'] },
    violations: [2],
    denominator: 3,
  },
  compile: ({ scope, column, params, dialect }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates:
      params.forbid.length === 0
        ? Sql`false`
        : dialect.texts.matches(scope.text(column), literal(`[${params.forbid.map((name) => CLASSES[name].set).join('')}]`)),
    fields: [column],
  }),
})
