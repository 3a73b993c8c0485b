import { CsvParser } from '../source/csv-parser.ts'
import { sniffDialect } from '../source/dialect.ts'
import { QcInputError } from '../source/input-error.ts'

export type FieldType =
  | 'text'
  | 'integer'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'email'
  | 'phone'
  | 'choice'
  | 'boxes'
  | 'yesno'
  | 'calculated'

/** One line of a data dictionary, from whatever system. Conditions are in the words of their source until a pack translates them. */
export type DictionaryField = {
  name: string
  label: string
  form: string
  type: FieldType
  required: boolean
  identifier: boolean
  min?: string
  max?: string
  choices?: readonly { code: string; label: string }[]
  unit?: string
  /** What is usual, in the words of the dictionary. */
  normal?: string
  /** The heading that it stands under. */
  section?: string
  /** Shown only when. */
  branching?: string
  formula?: string
  /** Written with a decimal comma. */
  comma?: true
  /** How a value must be written, as a regular expression for the whole of it. */
  pattern?: string
  /** How a value must be written by a name that nobody here knows. */
  unknown?: string
}

export type Dictionary = { fields: DictionaryField[]; dialect: 'redcap' | 'plain' }

/** Headers of a REDCap dictionary, and those of a plain one in both languages. */
const HEADERS = {
  name: ['variable / field name', 'variable', 'field_name', 'name', '变量名', '字段名', '变量 / 字段名'],
  label: ['field label', 'field_label', 'label', '标签', '字段标签', '中文名'],
  form: ['form name', 'form_name', 'form', '表单', '表单名称'],
  type: ['field type', 'field_type', 'type', '类型', '字段类型'],
  choices: ['choices, calculations, or slider labels', 'select_choices_or_calculations', 'choices', '选项', '选项或计算'],
  validation: ['text validation type or show slider number', 'text_validation_type_or_show_slider_number', 'validation', '校验'],
  min: ['text validation min', 'text_validation_min', 'min', '最小值', '下限'],
  max: ['text validation max', 'text_validation_max', 'max', '最大值', '上限'],
  identifier: ['identifier?', 'identifier', '标识', '是否标识'],
  branching: ['branching logic (show field only if...)', 'branching_logic', 'branching', '分支逻辑', '显示条件'],
  required: ['required field?', 'required_field', 'required', '必填', '是否必填'],
  formula: ['formula', 'calculation', '公式', '计算公式'],
  unit: ['unit', 'units', '单位'],
  normal: ['normal range', 'normal_range', 'reference range', '正常范围', '参考范围'],
  section: ['section header', 'section_header', 'section', '分组', '章节'],
} as const
type Header = keyof typeof HEADERS

const TYPES: Readonly<Record<string, FieldType>> = {
  text: 'text',
  notes: 'text',
  string: 'text',
  文本: 'text',
  descriptive: 'text',
  file: 'text',
  sql: 'text',
  integer: 'integer',
  int: 'integer',
  整数: 'integer',
  number: 'number',
  numeric: 'number',
  float: 'number',
  decimal: 'number',
  slider: 'number',
  数值: 'number',
  小数: 'number',
  date: 'date',
  日期: 'date',
  datetime: 'datetime',
  timestamp: 'datetime',
  日期时间: 'datetime',
  time: 'time',
  时间: 'time',
  email: 'email',
  邮箱: 'email',
  phone: 'phone',
  电话: 'phone',
  radio: 'choice',
  dropdown: 'choice',
  select: 'choice',
  choice: 'choice',
  单选: 'choice',
  选项: 'choice',
  checkbox: 'boxes',
  boxes: 'boxes',
  多选: 'boxes',
  yesno: 'yesno',
  truefalse: 'yesno',
  boolean: 'yesno',
  是否: 'yesno',
  calc: 'calculated',
  calculated: 'calculated',
  计算: 'calculated',
}

/** The cells of named columns of a small CSV, each under one of its names. */
export function columnsOf(content: string, file: string, names: readonly (readonly string[])[]): string[][] {
  const parser = new CsvParser(sniffDialect(content))
  const [head, ...records] = [...parser.push(content), ...parser.end()]
  const header = (head?.cells ?? []).map((cell) => (cell ?? '').trim().toLowerCase())
  const places = names.map((wanted) => header.findIndex((cell) => wanted.includes(cell)))
  const lacking = names[places.indexOf(-1)]
  if (lacking)
    throw new QcInputError('no_column', { file, line: 1 }, { zh: `表头须有“${lacking[0]}”`, en: `the header needs "${lacking[0]}"` })
  return records.map(({ cells }) => places.map((at) => (cells[at] ?? '').trim())).filter((row) => row.every((cell) => cell !== ''))
}

export function parseDictionary(content: string, file: string): Dictionary {
  const dialect = sniffDialect(content)
  const parser = new CsvParser(dialect)
  const [head, ...records] = [...parser.push(content), ...parser.end()]
  const header = (head?.cells ?? []).map((cell) => (cell ?? '').trim().toLowerCase())
  const at = new Map<Header, number>()
  for (const [key, names] of Object.entries(HEADERS) as [Header, readonly string[]][]) {
    const index = header.findIndex((cell) => names.includes(cell))
    if (index !== -1) at.set(key, index)
  }
  if (!at.has('name') || !at.has('type')) {
    throw new QcInputError(
      'no_dictionary',
      { file, line: 1 },
      {
        zh: '不是数据字典：表头须有“变量名”和“类型”（或 REDCap 字典的表头）',
        en: 'no data dictionary: the header needs "name" and "type" (or be that of a REDCap dictionary)',
      },
    )
  }
  const fields = records.flatMap(({ cells, line }) => {
    const cell = (key: Header) => (at.has(key) ? (cells[at.get(key) as number] ?? '').trim() : '')
    if (cell('name') === '' || cell('type').toLowerCase() === 'descriptive') return []
    const type = typeOf(cell('type'), cell('validation'))
    if (!type) {
      throw new QcInputError(
        'unknown_type',
        { file, line, column: cell('name') },
        { zh: `未知的字段类型“${cell('type')}”`, en: `unknown field type "${cell('type')}"` },
      )
    }
    return [fieldOf(cell, type)]
  })
  return {
    fields,
    dialect: header.includes('variable / field name') || header.includes('select_choices_or_calculations') ? 'redcap' : 'plain',
  }
}

/** Validation types beyond number, date, time, e-mail: what REDCap accepts for them. */
const PATTERNS: Readonly<Record<string, string>> = {
  alpha_only: '[A-Za-z]+',
  mrn_10d: '[0-9]{10}',
  mrn_generic: '[A-Za-z0-9_-]+',
  vmrn: '[0-9]{4,9}',
  ssn: '[0-9]{3}-[0-9]{2}-[0-9]{4}',
  zipcode: '[0-9]{5}(-[0-9]{4})?',
  postalcode_australia: '[0-9]{4}',
  postalcode_canada: '[A-Za-z][0-9][A-Za-z] ?[0-9][A-Za-z][0-9]',
  postalcode_french: '[0-9]{5}',
  postalcode_germany: '[0-9]{5}',
  postalcode_uk: '[A-Za-z]{1,2}[0-9][A-Za-z0-9]? ?[0-9][A-Za-z]{2}',
  phone_australia: '[(]?0[2-8][)]? ?[0-9]{4} ?[0-9]{4}',
  phone_uk: '[(]?0[0-9 ()]{8,13}[0-9]',
  time_hh_mm_ss: '([01][0-9]|2[0-3])(:[0-5][0-9]){2}',
  time_mm_ss: '[0-5][0-9]:[0-5][0-9]',
}

function patternOf(validation: string): string | undefined {
  const places = /^number_([1-9])dp(_comma_decimal)?$/.exec(validation)
  if (places) return `-?[0-9]+${places[2] ? ',' : '[.]'}[0-9]{${places[1]}}`
  return validation === 'number_comma_decimal' ? '-?[0-9]+(,[0-9]+)?' : PATTERNS[validation]
}

function typeOf(type: string, validation: string): FieldType | undefined {
  const plain = TYPES[type.toLowerCase()] ?? TYPES[type]
  if (plain !== 'text' || validation === '') return plain
  if (validation.startsWith('integer')) return 'integer'
  if (validation.startsWith('number')) return 'number'
  if (validation.startsWith('datetime')) return 'datetime'
  if (validation.startsWith('date')) return 'date'
  if (validation.startsWith('time') && patternOf(validation) === undefined) return 'time'
  return validation === 'email' ? 'email' : validation === 'phone' ? 'phone' : 'text'
}

function fieldOf(cell: (key: Header) => string, type: FieldType): DictionaryField {
  const yes = (text: string) => /^(?:y|yes|true|1|是|必填|√)$/i.test(text)
  const choices = type === 'choice' || type === 'boxes' ? choicesOf(cell('choices')) : []
  const pattern = type === 'text' || type === 'number' ? patternOf(cell('validation')) : undefined
  const formula = cell('formula') || (type === 'calculated' ? cell('choices') : '')
  return {
    name: cell('name'),
    label: cell('label').replaceAll(/<[^<>]*>/g, ''),
    form: cell('form'),
    type,
    required: yes(cell('required')),
    identifier: yes(cell('identifier')),
    ...(cell('min') ? { min: cell('min') } : {}),
    ...(cell('max') ? { max: cell('max') } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    ...(cell('unit') ? { unit: cell('unit') } : {}),
    ...(cell('normal') ? { normal: cell('normal') } : {}),
    ...(cell('section') ? { section: cell('section').replaceAll(/<[^<>]*>/g, '') } : {}),
    ...(cell('branching') ? { branching: cell('branching') } : {}),
    ...(formula ? { formula } : {}),
    ...(cell('validation').endsWith('comma_decimal') ? { comma: true } : {}),
    ...(pattern ? { pattern } : {}),
    ...(type === 'text' && !pattern && cell('validation') && cell('type').toLowerCase() !== 'file' ? { unknown: cell('validation') } : {}),
  }
}

/** `1, 男 | 2, 女`, where a label may hold semicolons; also `1=男;2=女` and one choice per line. */
function choicesOf(text: string): { code: string; label: string }[] {
  return text
    .split(text.includes('|') ? '|' : /[\n;；]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, code, label] = /^([^,=，]+)[,=，]([\s\S]*)$/.exec(part) ?? ['', part, part]
      return { code: code.trim(), label: label.trim() }
    })
}
