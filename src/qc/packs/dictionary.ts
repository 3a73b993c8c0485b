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
  /** Shown only when. */
  branching?: string
  formula?: string
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

function typeOf(type: string, validation: string): FieldType | undefined {
  const plain = TYPES[type.toLowerCase()] ?? TYPES[type]
  if (plain !== 'text' || validation === '') return plain
  if (validation.startsWith('integer')) return 'integer'
  if (validation.startsWith('number')) return 'number'
  if (validation.startsWith('datetime')) return 'datetime'
  if (validation.startsWith('date')) return 'date'
  if (validation.startsWith('time')) return 'time'
  return validation === 'email' ? 'email' : validation === 'phone' ? 'phone' : 'text'
}

function fieldOf(cell: (key: Header) => string, type: FieldType): DictionaryField {
  const yes = (text: string) => /^(?:y|yes|true|1|是|必填|√)$/i.test(text)
  const choices = type === 'choice' || type === 'boxes' ? choicesOf(cell('choices')) : []
  const formula = cell('formula') || (type === 'calculated' ? cell('choices') : '')
  return {
    name: cell('name'),
    label: cell('label').replaceAll(/<[^>]*>/g, ''),
    form: cell('form'),
    type,
    required: yes(cell('required')),
    identifier: yes(cell('identifier')),
    ...(cell('min') ? { min: cell('min') } : {}),
    ...(cell('max') ? { max: cell('max') } : {}),
    ...(choices.length > 0 ? { choices } : {}),
    ...(cell('branching') ? { branching: cell('branching') } : {}),
    ...(formula ? { formula } : {}),
  }
}

/** `1, 男 | 2, 女`, where a label may hold semicolons; also `1=男;2=女` and one choice per line. */
function choicesOf(text: string): { code: string; label: string }[] {
  return text
    .split(text.includes('|') ? /\s*\|\s*/ : /\s*[\n;；]\s*/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, code, label] = /^([^,=，]+)\s*[,=，]\s*([\s\S]*)$/.exec(part) ?? ['', part, part]
      return { code: code.trim(), label: label.trim() }
    })
}
