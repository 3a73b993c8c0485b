import * as z from 'zod/mini'
import type { Field, Kind } from './field.ts'
import { LANGUAGES } from './language.ts'
import type { Locale } from './locale.ts'
import { PATTERNS } from './pattern.ts'
import type { Pattern } from './pattern.ts'
import type { Resource } from './resource.ts'
import { isReservedField, isReservedResource } from './reserved-name.ts'
import { columnsOf } from './resource.ts'
import { fieldSchema } from './schema.ts'
import { TRAITS } from './trait.ts'

/** What a person designs with the mouse: a definition and its words, as JSON. */
export type Design = { definition: Resource; locale: Locale }
/** Where in the design something is wrong, and which sentence says it. */
export type DesignProblem = { at: string; key: DesignProblemKey }
export const DESIGN_PROBLEMS = {
  shape: { 'zh-cn': '内容不完整或类型不正确', en: 'Incomplete or of the wrong type' },
  name: {
    'zh-cn': '名称以小写字母开头，只含字母和数字；表名可用一个点分组',
    en: 'A name starts with a lowercase letter and has only letters and digits; the name of a table may have one dot, after its group',
  },
  reserved: { 'zh-cn': '这个名称由系统使用', en: 'This name is used by the system' },
  noFields: { 'zh-cn': '至少需要一个字段', en: 'At least one field is needed' },
  kind: { 'zh-cn': '没有这种字段类型', en: 'There is no such type of field' },
  options: { 'zh-cn': '选项不能为空，也不能重复', en: 'Options must be given and must differ' },
  target: { 'zh-cn': '请选择关联的对象和显示字段', en: 'Choose the resource it refers to and the field shown' },
  duplicate: { 'zh-cn': '字段名称重复', en: 'Two fields have the same name' },
  label: { 'zh-cn': '显示字段必须是本表的文本字段', en: 'The label must be a text field of this table' },
  column: { 'zh-cn': '引用了不存在的字段', en: 'Names a field that does not exist' },
  default: { 'zh-cn': '默认值不符合这种字段的要求', en: 'The default does not suit this type of field' },
  trait: { 'zh-cn': '没有这种特性', en: 'There is no such trait' },
  words: { 'zh-cn': '缺少名称', en: 'A name is missing' },
} as const
export type DesignProblemKey = keyof typeof DESIGN_PROBLEMS

const RESOURCE_NAME = /^[a-z][a-zA-Z0-9]{0,30}(\.[a-z][a-zA-Z0-9]{0,30})?$/
const FIELD_NAME = /^[a-z][a-zA-Z0-9]{0,40}$/

const flag = z.optional(z.literal(true))
const amount = z.optional(z.number())
/** Only what a field may say; a stored definition with anything else is refused, not trimmed. */
const fieldShape = z.strictObject({
  kind: z.string(),
  required: flag,
  sensitive: flag,
  search: flag,
  unique: flag,
  immutable: flag,
  readonly: flag,
  width: z.optional(z.enum(['half', 'full'])),
  min: amount,
  max: amount,
  scale: z.optional(z.int().check(z.gte(0), z.lte(10))),
  level: amount,
  unit: z.optional(z.string()),
  language: z.optional(z.enum(['json', 'sql', 'text'])),
  pattern: z.optional(z.enum(Object.keys(PATTERNS) as [Pattern, ...Pattern[]])),
  options: z.optional(z.array(z.string())),
  to: z.optional(z.string()),
  label: z.optional(z.string()),
  accept: z.optional(z.array(z.string())),
  public: flag,
  default: z.optional(z.json()),
  when: z.optional(z.record(z.string(), z.array(z.union([z.string(), z.boolean()])))),
})
const shape = z.strictObject({
  name: z.string(),
  menu: z.optional(z.strictObject({ group: z.string(), icon: z.string(), order: amount })),
  label: z.string(),
  fields: z.record(z.string(), fieldShape),
  traits: z.array(z.string()),
  actions: z.strictObject({}),
  indexes: z.optional(z.array(z.array(z.string()))),
  list: z.strictObject({ columns: z.array(z.string()), sort: z.optional(z.string()), filters: z.optional(z.array(z.string())) }),
  form: z.optional(z.array(z.union([z.string(), z.array(z.string())]))),
})
const textShape = z.object({ title: z.string(), remark: z.string(), fields: z.record(z.string(), z.string()) })

const KINDS: Record<Kind, 'plain' | 'choice' | 'pointer'> = {
  string: 'plain',
  textarea: 'plain',
  richText: 'plain',
  code: 'plain',
  password: 'plain',
  number: 'plain',
  float: 'plain',
  integer: 'plain',
  date: 'plain',
  time: 'plain',
  dateTime: 'plain',
  year: 'plain',
  switch: 'plain',
  array: 'plain',
  file: 'plain',
  image: 'plain',
  images: 'plain',
  city: 'plain',
  icon: 'plain',
  color: 'plain',
  json: 'plain',
  select: 'choice',
  radio: 'choice',
  checkbox: 'choice',
  remoteSelect: 'pointer',
  ref: 'pointer',
  refs: 'pointer',
}
export const FIELD_KINDS = Object.keys(KINDS) as Kind[]

type Looked = { name: string; fields: Record<string, Field> }
const fieldProblems = (name: string, field: Field, find: (name: string) => Looked | undefined): DesignProblem[] => {
  const at = `fields.${name}`
  const problems: DesignProblem[] = []
  if (!FIELD_NAME.test(name)) problems.push({ at, key: 'name' })
  else if (isReservedField(name)) problems.push({ at, key: 'reserved' })
  if (!Object.hasOwn(KINDS, field.kind)) return [...problems, { at, key: 'kind' }]
  const family = KINDS[field.kind]
  const options = 'options' in field ? field.options : undefined
  if (
    (family === 'choice') !== (options !== undefined) ||
    (options && (options.length === 0 || options.some((o) => o.trim() === '') || new Set(options).size !== options.length))
  )
    problems.push({ at, key: 'options' })
  if (family === 'pointer') {
    const target = 'to' in field ? find(field.to) : undefined
    const label = target && 'label' in field && Object.hasOwn(target.fields, field.label) ? target.fields[field.label] : undefined
    if (!label || isHidden(label)) problems.push({ at, key: 'target' })
  }
  if (problems.length === 0 && field.default !== undefined && !isValue(field, field.default)) problems.push({ at, key: 'default' })
  return problems
}
/** What a label shows, everybody reads who sees the row that points there. */
const isHidden = (field: Field): boolean => field.kind === 'password' || field.secret === true || field.sensitive === true
/** A default ends in the text of a statement and in every new row: only what a form could have sent. */
const isValue = (field: Field, value: unknown): boolean =>
  value !== null && field.kind !== 'password' && fieldSchema(field).safeParse(value).success

/** Reads a design that came over the wire or out of the database. `find` knows the resources that exist. */
export const readDesign = (
  input: unknown,
  find: (name: string) => Looked | undefined,
): { design: Design | null; problems: DesignProblem[] } => {
  const given = (typeof input === 'object' && input !== null ? input : {}) as { definition?: unknown; locale?: unknown }
  const parsed = shape.safeParse(given.definition)
  const words = z.object(Object.fromEntries(LANGUAGES.map((l) => [l, textShape]))).safeParse(given.locale)
  if (!parsed.success)
    return { design: null, problems: parsed.error.issues.slice(0, 20).map((i) => ({ at: i.path.join('.'), key: 'shape' })) }
  if (!words.success) return { design: null, problems: [{ at: 'locale', key: 'words' }] }
  const definition = parsed.data as unknown as Resource
  const locale = given.locale as Locale
  const self = (name: string) => (name === definition.name ? definition : find(name))
  const problems: DesignProblem[] = []
  if (!RESOURCE_NAME.test(definition.name)) problems.push({ at: 'name', key: 'name' })
  else if (isReservedResource(definition.name)) problems.push({ at: 'name', key: 'reserved' })
  if (Object.keys(definition.fields).length === 0) problems.push({ at: 'fields', key: 'noFields' })
  for (const trait of definition.traits) if (!Object.hasOwn(TRAITS, trait)) problems.push({ at: 'traits', key: 'trait' })
  for (const [name, field] of Object.entries(definition.fields)) problems.push(...fieldProblems(name, field, self))
  if (problems.length === 0) problems.push(...nameProblems(definition), ...wordProblems(definition, locale))
  return { design: problems.length ? null : { definition, locale }, problems }
}

const nameProblems = (r: Resource): DesignProblem[] => {
  const known = columnsOf(r)
  const problems: DesignProblem[] = []
  if (r.fields[r.label]?.kind !== 'string') problems.push({ at: 'label', key: 'label' })
  const used = [
    ...r.list.columns,
    ...(r.list.filters ?? []),
    ...(r.form ?? []).flat(2),
    ...(r.indexes ?? []).flat(),
    ...Object.values(r.fields).flatMap((field) => Object.keys(field.when ?? {})),
    ...(r.list.sort ? [r.list.sort.replace('-', '')] : []),
  ] as string[]
  if (used.some((name) => !Object.hasOwn(known, name))) problems.push({ at: 'list', key: 'column' })
  return problems
}
const wordProblems = (r: Resource, locale: Locale): DesignProblem[] =>
  LANGUAGES.flatMap((l) => {
    const text = locale[l]
    const missing = Object.keys(r.fields).filter((n) => !text.fields[n]?.trim())
    const options = Object.entries(r.fields).filter(([n, f]) => 'options' in f && f.options.some((o) => !text.options?.[n]?.[o]?.trim()))
    return [...(text.title.trim() === '' ? ['title'] : []), ...missing, ...options.map(([n]) => n)].map((at) => ({
      at: `locale.${l}.${at}`,
      key: 'words' as const,
    }))
  })
