import { defineCheck } from '../../check.ts'
import { any, literal } from '../../sql.ts'
import { text } from '../../text.ts'
import { RESIDENT_ID } from './resident-id.ts'

/** Digits on either side would make it part of a longer number. */
const alone = (pattern: string): string => `(^|[^0-9A-Za-z])(${pattern})($|[^0-9A-Za-z])`

export const DETECTORS = {
  cn_resident_id: { label: text('身份证号', 'Chinese identity number'), pattern: alone(RESIDENT_ID) },
  cn_mobile: { label: text('手机号', 'Chinese mobile number'), pattern: alone('(\\+?86[- ]?)?1[3-9][0-9]([- ]?[0-9]{4}){2}') },
  email: { label: text('电子邮箱', 'E-mail'), pattern: '[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+' },
  bank_card: { label: text('银行卡号', 'Bank card'), pattern: alone('(62|4[0-9]|5[1-5])[0-9]{2}([ -]?[0-9]{4}){3}([0-9]{1,3})?') },
  passport: { label: text('护照号', 'Chinese passport'), pattern: alone('[EGDSPH][A-Z]?[0-9]{8}') },
  name_label: { label: text('写明的姓名', 'A name written with its label'), pattern: '(姓名|患者|家属|联系人)[:： ]{1,2}\\p{Han}{2,4}' },
  address: { label: text('住址', 'Address'), pattern: '\\p{Han}{2,}(省|市|自治区)\\p{Han}{1,}(市|区|县)\\p{Han}*(路|街|镇|乡|村|小区|号)' },
}
const options = {
  cn_resident_id: DETECTORS.cn_resident_id.label,
  cn_mobile: DETECTORS.cn_mobile.label,
  email: DETECTORS.email.label,
  bank_card: DETECTORS.bank_card.label,
  passport: DETECTORS.passport.label,
  name_label: DETECTORS.name_label.label,
  address: DETECTORS.address.label,
}

export const sensitiveContent = defineCheck({
  id: 'C29',
  slug: 'sensitive_content',
  dimension: 'validity',
  kahn: 'conformance.value',
  level: 'cell',
  target: 'column',
  severity: 'blocking',
  sensitive: true,
  title: text('敏感内容', 'Sensitive content'),
  counts: text('含有身份标识的值', 'a value in which an identifier is found'),
  help: text('用于不应出现标识的列，例如自由文本与备注。', 'For columns in which no identifier is allowed, such as free text.'),
  params: {
    detect: { kind: 'choices', options, default: ['cn_resident_id', 'cn_mobile', 'email', 'bank_card'], label: text('查找', 'Look for') },
  },
  example: {
    columns: ['备注'],
    rows: [['无殊'], ['联系 13800138000'], ['见 a@b.cn'], ['']],
    parameter: { columns: ['备注'] },
    violations: [2, 3],
    denominator: 3,
  },
  compile: ({ scope, column, params, dialect }) => ({
    shape: 'row',
    applies: scope.filled(column),
    violates: any(...params.detect.map((name) => dialect.texts.matches(scope.text(column), literal(DETECTORS[name].pattern)))),
    fields: [column],
  }),
})
