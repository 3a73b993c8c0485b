import { translateLogic } from '#qc/language.ts'
import { SENSITIVITIES, VARIABLE_TYPES, blankVariable } from '../../dictionary/variable.ts'
import type { Variable, VariableType } from '../../dictionary/variable.ts'
import type { Item, ItemRef, OdmStudy } from './model.ts'
import { labelsOf } from './taken.ts'
import type { Notes } from './taken.ts'

const FIELD_TYPES: Readonly<Record<string, VariableType>> = {
  textarea: 'longText',
  radio: 'choice',
  select: 'choice',
  checkbox: 'choices',
  yesno: 'yesNo',
  truefalse: 'yesNo',
  calc: 'number',
  slider: 'number',
}
const DATA_TYPES: Readonly<Record<string, VariableType>> = {
  integer: 'integer',
  float: 'number',
  double: 'number',
  date: 'date',
  datetime: 'dateTime',
  partialDatetime: 'dateTime',
  time: 'time',
  partialTime: 'time',
  boolean: 'yesNo',
}
const RANGED: ReadonlySet<VariableType> = new Set(['integer', 'number', 'date', 'dateTime'])

const validated = (validation: string): VariableType | undefined => {
  if (validation.startsWith('int')) return 'integer'
  if (validation.startsWith('number') || validation === 'float') return 'number'
  if (validation.startsWith('datetime')) return 'dateTime'
  if (validation.startsWith('date')) return 'date'
  // Minutes and seconds are no time of the day.
  return validation.startsWith('time') && validation !== 'time_mm_ss' ? 'time' : undefined
}

export const typeOf = ({ dataType, codelist, extras }: Item): VariableType => {
  const own = VARIABLE_TYPES.find((type) => type === extras['dqc:Type'])
  if (own) return own
  const field = extras['redcap:FieldType']
  if (field !== undefined) return FIELD_TYPES[field] ?? validated(extras['redcap:TextValidationType'] ?? '') ?? 'text'
  return codelist === '' ? (DATA_TYPES[dataType] ?? 'text') : 'choice'
}

const limitsOf = (item: Item, type: VariableType, form: string, code: string, notes: Notes): { min: string; max: string } => {
  const limits = { min: '', max: '' }
  for (const { comparator, value } of item.ranges) {
    const side = comparator === 'GE' ? 'min' : comparator === 'LE' ? 'max' : undefined
    if (side && RANGED.has(type) && value.length <= 40) limits[side] = value
    else notes.say(form, code, 'min', `范围检查“${comparator} ${value}”未导入`, `The check “${comparator} ${value}” is not taken over`)
  }
  return limits
}

type Logic = { readonly branching: string; readonly formula: string }
/** What cannot be translated is told with the words of its source, and left out: a wrong condition would hide the wrong fields. */
const logicOf = (item: Item, form: string, code: string, codes: ReadonlySet<string>, notes: Notes): Logic => {
  const translated = (source: string, cell: 'branching' | 'formula'): string => {
    if (source === '') return ''
    const result = translateLogic(source, codes, cell === 'branching' ? 'boolean' : 'number')
    if ('expression' in result && result.expression.length <= 2000) return result.expression
    const reason = 'reason' in result ? result.reason : 'too long'
    notes.say(form, code, cell, `未能翻译：${source.slice(0, 200)}（${reason}）`, `Not translated: ${source.slice(0, 200)} (${reason})`)
    return ''
  }
  const { extras } = item
  return {
    branching: extras['dqc:Branching'] ?? translated(extras['redcap:BranchingLogic'] ?? '', 'branching'),
    formula: extras['dqc:Formula'] ?? translated(extras['redcap:Calculation'] ?? '', 'formula'),
  }
}

const unitOf = ({ units }: Item, study: OdmStudy): string => {
  const found = study.units.find(({ oid }) => oid === units[0])
  return found ? (Object.values(found.symbol)[0] ?? found.name) : ''
}
/** An item as a variable of ours, but for its list and its section. */
export const variableOf = (
  study: OdmStudy,
  {
    item,
    ref,
    form,
    code,
    codes,
    missingCodes,
  }: { item: Item; ref: ItemRef; form: string; code: string; codes: ReadonlySet<string>; missingCodes: readonly string[] },
  notes: Notes,
): Variable => {
  const type = typeOf(item)
  const { extras } = item
  const { label, labelEn } = labelsOf(Object.keys(item.question).length > 0 ? item.question : item.description)
  const fit = (text: string, longest: number, field: string) => notes.fit(text, longest, form, code, field)
  const own = SENSITIVITIES.find((level) => String(level) === extras['dqc:Sensitivity'])
  return {
    ...blankVariable(form, code),
    label: fit(label, 500, 'label'),
    labelEn: fit(labelEn, 500, 'labelEn'),
    type,
    unit: fit(unitOf(item, study), 40, 'unit'),
    ...limitsOf(item, type, form, code, notes),
    required: ref.mandatory || extras['redcap:RequiredField'] === 'y',
    ...logicOf(item, form, code, codes, notes),
    missingCodes: extras['dqc:MissingCodes']?.split(' ').filter(Boolean) ?? missingCodes,
    sensitivity: own ?? (extras['redcap:Identifier'] === 'y' ? 3 : 0),
    critical: extras['dqc:Critical'] === 'Yes',
    indexed: extras['dqc:FilteredOften'] === 'Yes',
    normal: extras['dqc:NormalRange'] ?? '',
  }
}
