import type { Severity } from './parameter.ts'
import type { ColumnType, IdentifierKind } from './profile/types.ts'
import type { Status } from './result.ts'
import { text, type Text } from './text.ts'

export const STATUS_WORDS: Record<Status, Text> = {
  error: text('错误', 'error'),
  not_applicable: text('不适用', 'n/a'),
  skipped: text('跳过', 'skipped'),
  failed: text('未通过', 'FAILED'),
  warned: text('警告', 'warned'),
  passed: text('通过', 'passed'),
}

/** Shape first, colour second: a print in grey tells them apart too. */
export const STATUS_SIGNS: Record<Status, string> = {
  error: '⊘',
  not_applicable: '–',
  skipped: '·',
  failed: '▲',
  warned: '◐',
  passed: '✓',
}

export const SEVERITY_WORDS: Record<Severity, Text> = {
  blocking: text('阻断', 'blocking'),
  major: text('严重', 'major'),
  minor: text('一般', 'minor'),
  info: text('提示', 'info'),
}

export const TYPE_WORDS: Record<ColumnType, Text> = {
  empty: text('全空', 'empty'),
  integer: text('整数', 'integer'),
  number: text('数值', 'number'),
  date: text('日期', 'date'),
  datetime: text('日期时间', 'datetime'),
  text: text('文本', 'text'),
}

export const IDENTIFIER_WORDS: Record<IdentifierKind, Text> = {
  cn_resident_id: text('身份证号', 'resident ID'),
  cn_mobile: text('手机号', 'mobile number'),
  person_name: text('姓名', 'person name'),
  document_no: text('证件号', 'identity document'),
  medical_record_no: text('病历号', 'medical record number'),
  email: text('邮箱', 'e-mail'),
  phone: text('电话', 'phone number'),
  address: text('地址', 'address'),
}
