import { momentIn, numberIn, readUnits } from '#kernel'
import { expressionProblems } from './expression.ts'
import { readNormal } from './normal.ts'
import { problem } from './problem.ts'
import type { Problem } from './problem.ts'
import { INDEXED_AS, MAX_INDEXED, MAX_VARIABLES, codelistOf } from './variable.ts'
import type { Codelist, Content, FormHead, Variable, VariableType } from './variable.ts'

const CODE = /^[\p{L}_][\p{L}\p{N}_]{0,63}$/u
/** Words that stand for the record itself where its variables are listed. */
const TAKEN = new Set(['id', 'subject', 'visit', 'instance', 'state'])

const READ: Partial<Record<VariableType, (text: string) => number | string | null>> = {
  integer: numberIn,
  number: numberIn,
  date: momentIn,
  dateTime: momentIn,
}

const repeated = (codes: readonly string[]): Set<string> => {
  const seen = new Set<string>()
  return new Set(codes.map((code) => code.toLowerCase()).filter((code) => seen.has(code) || !seen.add(code)))
}

const codeProblems = ({ form, code }: Variable, twice: ReadonlySet<string>): Problem[] => {
  const say = (zh: string, en: string) => [problem(form, code, 'code', zh, en)]
  if (!CODE.test(code))
    return say(
      '变量名以字母或汉字开头，只含字母、数字和下划线，不超过 64 个字符',
      'A code begins with a letter and has letters, digits and underscores, at most 64',
    )
  if (TAKEN.has(code.toLowerCase())) return say(`“${code}”是记录自身的名称`, `“${code}” is a name of the record itself`)
  return twice.has(code.toLowerCase()) ? say(`变量名“${code}”重复`, `The code “${code}” stands twice`) : []
}

const limitProblems = (variable: Variable): Problem[] => {
  const { form, code, type } = variable
  const read = READ[type]
  const limits = (['min', 'max'] as const).flatMap((field) => (variable[field] === '' ? [] : [{ field, text: variable[field] }]))
  if (!read && limits[0]) return [problem(form, code, limits[0].field, '只有数值和日期有范围', 'Only numbers and dates have a range')]
  const values = limits.map(({ field, text }) => ({ field, value: read?.(text) ?? null }))
  const unread = values.find(({ value }) => value === null)
  if (unread) return [problem(form, code, unread.field, '不能按变量类型读取', 'Cannot be read as the type of the variable')]
  const [low, high] = values
  return low && high && low.value! > high.value!
    ? [problem(form, code, 'min', '下限大于上限', 'The lower limit is above the upper one')]
    : []
}

const listProblems = (variable: Variable, lists: readonly Codelist[]): Problem[] => {
  const { form, code, type, codelist } = variable
  const chooses = type === 'choice' || type === 'choices'
  if (!chooses) return codelist === '' ? [] : [problem(form, code, 'codelist', '只有选择题有编码表', 'Only a choice has a code list')]
  if (codelist === '') return [problem(form, code, 'codelist', '选择题需要编码表', 'A choice needs a code list')]
  return codelistOf(variable, lists)
    ? []
    : [problem(form, code, 'codelist', `没有编码表“${codelist}”`, `There is no code list “${codelist}”`)]
}

const unitProblems = ({ form, code, type, unit, units }: Variable): Problem[] => {
  const say = (zh: string, en: string) => [problem(form, code, 'units', zh, en)]
  if (units === '') return []
  const read = readUnits(units)
  if (!read)
    return say(
      '写作“单位 = 系数”，可加减常数、用冒号指定小数位，多个用分号隔开：mg/dL = 0.0555 : 1',
      'Written “unit = factor”, with a constant and after a colon the decimal places if wanted, several apart by semicolons: mg/dL = 0.0555 : 1',
    )
  if (type !== 'number' && type !== 'integer') return say('只有数值可以换算单位', 'Only numbers are converted between units')
  if (unit === '') return say('先填写变量自身的单位', 'The variable needs a unit of its own first')
  const [twice] = repeated([unit, ...read.map((other) => other.unit)])
  return twice ? say(`单位“${twice}”重复`, `The unit “${twice}” stands twice`) : []
}

const normalProblems = ({ form, code, type, normal }: Variable): Problem[] => {
  if (normal === '') return []
  if (type !== 'number' && type !== 'integer')
    return [problem(form, code, 'normal', '只有数值有正常范围', 'Only numbers have normal ranges')]
  return readNormal(normal)
    ? []
    : [
        problem(
          form,
          code,
          'normal',
          '写作“下限~上限”，可在冒号前写条件，多个用分号隔开：3.9~6.1; sex=2 age=18~65: 3.5~5.8; site=科室编码: ~7',
          'Written “low~high”, with conditions before a colon, several apart by semicolons: 3.9~6.1; sex=2 age=18~65: 3.5~5.8; site=CODE: ~7',
        ),
      ]
}

const indexProblems = (variables: readonly Variable[]): Problem[] =>
  variables
    .filter(({ indexed }) => indexed)
    .flatMap(({ form, code, type }, at) =>
      !INDEXED_AS[type]
        ? [problem(form, code, 'indexed', '只有数值和日期可以标为常用于筛选', 'Only numbers and dates can be marked as filtered often')]
        : at >= MAX_INDEXED
          ? [
              problem(
                form,
                code,
                'indexed',
                `一个表单最多 ${MAX_INDEXED} 个常用于筛选的变量`,
                `A form has at most ${MAX_INDEXED} variables that are filtered often`,
              ),
            ]
          : [],
    )

const labelNotice = ({ form, code, label, labelEn }: Variable): Problem[] =>
  label === '' && labelEn === '' ? [{ ...problem(form, code, 'label', '没有标签', 'Has no label'), isNotice: true }] : []

const itemProblems = ({ code, items }: Codelist): Problem[] => {
  const say = (zh: string, en: string) => [problem('', code, 'codelists', zh, en)]
  if (items.length === 0) return say(`编码表“${code}”是空的`, `The code list “${code}” is empty`)
  if (items.some((item) => item.code.trim() === '' || item.code.includes(',')))
    return say(`编码表“${code}”中有空的或含逗号的编码`, `The code list “${code}” has a code that is blank or holds a comma`)
  const [twice] = repeated(items.map((item) => item.code))
  return twice ? say(`编码表“${code}”中“${twice}”重复`, `“${twice}” stands twice in the code list “${code}”`) : []
}

/** Which slots of each form have ever held values, and whose they were: a slot is never given to another variable. */
export type SlotHistory = ReadonlyMap<string, ReadonlySet<number>>
const slotProblems = (variables: readonly Variable[], known: ReadonlySet<number>): Problem[] => {
  const seen = new Set<number>()
  return variables.flatMap(({ form, code, slot }) => {
    if (slot === null) return []
    const isFree = Number.isInteger(slot) && slot > 0 && !seen.has(slot) && known.has(slot)
    seen.add(slot)
    return isFree ? [] : [problem(form, code, 'slot', '列位已被占用', 'The slot belongs to another variable')]
  })
}

const formProblems = (
  { code }: FormHead,
  variables: readonly Variable[],
  { codelists }: Content,
  known: ReadonlySet<number>,
): Problem[] => {
  const twice = repeated(variables.map((v) => v.code))
  const tooMany =
    variables.length > MAX_VARIABLES
      ? [
          problem(
            code,
            '',
            'form',
            `一个表单最多 ${MAX_VARIABLES} 个变量，更宽的数据请作为数据文件上传`,
            `A form has at most ${MAX_VARIABLES} variables; upload wider data as a file`,
          ),
        ]
      : []
  const cells = variables.flatMap((v) => [
    ...codeProblems(v, twice),
    ...limitProblems(v),
    ...listProblems(v, codelists),
    ...unitProblems(v),
    ...normalProblems(v),
    ...labelNotice(v),
  ])
  return [...tooMany, ...cells, ...indexProblems(variables), ...slotProblems(variables, known), ...expressionProblems(variables)]
}

/** Everything about a draft that a person should mend or know before it is published. */
export const checkContent = (content: Content, slots: SlotHistory = new Map()): Problem[] => {
  const { forms, codelists, variables } = content
  const known = new Set(forms.map(({ code }) => code))
  const lost = variables.filter(({ form }) => !known.has(form))
  const twice = repeated(forms.map(({ code }) => code))
  return [
    ...forms
      .filter(({ code }) => !CODE.test(code))
      .map(({ code }) => problem(code, '', 'form', `“${code}”不能作表单编码`, `“${code}” is no code for a form`)),
    ...[...twice].map((code) => problem(code, '', 'form', `表单编码“${code}”重复`, `The form code “${code}” stands twice`)),
    ...lost.map(({ form, code }) => problem(form, code, 'form', `没有表单“${form}”`, `There is no form “${form}”`)),
    ...[...repeated(codelists.map(({ code }) => code))].map((code) =>
      problem('', code, 'codelists', `编码表“${code}”重复`, `The code list “${code}” stands twice`),
    ),
    ...codelists.flatMap(itemProblems),
    ...forms.flatMap((form) =>
      formProblems(
        form,
        variables.filter((v) => v.form === form.code),
        content,
        slots.get(form.code) ?? new Set(),
      ),
    ),
  ]
}

/** What stands in the way of publication. */
export const errorsIn = (problems: readonly Problem[]): Problem[] => problems.filter(({ isNotice }) => !isNotice)
