import { defineCheck } from '../../check.ts'
import { any, literal, Sql } from '../../sql.ts'
import { text } from '../../text.ts'

const MONTHS = '(jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)'

export const DAMAGE = {
  month_name: {
    label: text('基因名变日期（2-Sep、9月2日）', 'A name turned into a date (2-Sep, 9月2日)'),
    pattern: `(?i)([0-9]{1,2}-${MONTHS}(-[0-9]{2,4})?|${MONTHS}-[0-9]{2,4}|[0-9]{1,2}月[0-9]{1,2}日)`,
  },
  scientific: {
    label: text('长号码变科学计数（1.23E+17）', 'A long number in scientific notation (1.23E+17)'),
    pattern: '[0-9](\\.[0-9]+)?[eE]\\+[0-9]{2,3}',
  },
  error: {
    label: text('公式错误（#REF!）', 'A formula error (#REF!)'),
    pattern: '#(REF!|N/A|VALUE!|DIV/0!|NAME\\?|NUM!|NULL!|SPILL!|CALC!)|#{3,}',
  },
  serial_date: { label: text('日期变序列号（45321）', 'A date as serial number (45321)'), pattern: '[2-5][0-9]{4}(\\.[0-9]+)?' },
}

export const excelDamage = defineCheck({
  id: 'C26',
  slug: 'excel_damage',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  title: text('表格软件损坏', 'Spreadsheet damage'),
  counts: text('像是被表格软件改写过的值', 'a value that a spreadsheet seems to have rewritten'),
  help: text(
    '“序列号”只宜用于日期列；填写位数后，不足位数的纯数字视为丢失前导零。',
    'Choose "serial number" for date columns only; with a width, shorter digit strings count as having lost their leading zeros.',
  ),
  params: {
    detect: {
      kind: 'choices',
      options: {
        month_name: DAMAGE.month_name.label,
        scientific: DAMAGE.scientific.label,
        error: DAMAGE.error.label,
        serial_date: DAMAGE.serial_date.label,
      },
      default: ['month_name', 'scientific', 'error'],
      label: text('查找', 'Look for'),
    },
    width: { kind: 'integer', min: 2, max: 40, label: text('应有位数', 'Expected width') },
  },
  example: {
    columns: ['基因'],
    rows: [['SEPT2'], ['2-Sep'], ['1.23E+17'], ['#REF!'], ['']],
    parameter: { columns: ['基因'] },
    violations: [2, 3, 4],
    denominator: 4,
  },
  compile({ scope, column, params, dialect: { texts } }) {
    const value = scope.text(column)
    const found = params.detect.map((name) => texts.fits(value, literal(DAMAGE[name].pattern)))
    const short = params.width === undefined ? undefined : texts.fits(value, Sql`'[0-9]{1,${params.width - 1}}'`)
    return { shape: 'row', applies: scope.filled(column), violates: any(...found, short), fields: [column] }
  },
})
