import {
  askedOf,
  EDIT_ACTIONS,
  operatorsOf,
  READ_ACTIONS,
  actionsOf,
  columnsOf,
  importableOf,
  moveRule,
  openMoves,
  ruleOf,
  settableOf,
  writableOf,
} from '#kernel'
import type { Field, Kind, Language, Locale, Resource, Words } from '#kernel'
import { ACTION_WORDS } from '../model/action-words.ts'
import { columnTitle } from '../model/column-title.ts'

type Schema = Record<string, unknown>
const text: Schema = { type: 'string' }
const whole: Schema = { type: 'integer' }
const list = (items: Schema): Schema => ({ type: 'array', items })
const SCHEMAS: Record<Kind, Schema> = {
  string: text,
  textarea: text,
  richText: text,
  code: text,
  password: { type: 'string', writeOnly: true },
  file: text,
  image: text,
  icon: text,
  color: text,
  remoteSelect: text,
  number: { type: 'number' },
  float: { type: 'number' },
  integer: whole,
  year: whole,
  ref: whole,
  refs: list(whole),
  date: { type: 'string', format: 'date' },
  time: text,
  dateTime: { type: 'string', format: 'date-time' },
  switch: { type: 'boolean' },
  array: list({ type: 'object', properties: { key: text, value: text }, required: ['key', 'value'], additionalProperties: false }),
  images: list(text),
  city: list(text),
  select: text,
  radio: text,
  checkbox: list(text),
  json: {},
}
const schemaOf = (field: Field, title: string): Schema => {
  const base = { ...SCHEMAS[field.kind], ...(title ? { title } : {}) }
  if ('options' in field) return field.kind === 'checkbox' ? { ...base, items: { enum: field.options } } : { ...base, enum: field.options }
  return {
    ...base,
    ...(field.kind === 'string' && field.max ? { maxLength: field.max } : {}),
    ...('to' in field ? { description: `→ ${field.to}` } : {}),
  }
}

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })
const NOTES = {
  title: words('数据管理与质控系统', 'Data Management & Quality Control System'),
  envelope: words('code 为 1 表示成功，其他表示被拒绝，原因见 msg', 'code 1: done; any other code: refused, `msg` says why'),
  workbook: words('xlsx 工作簿', 'an xlsx workbook'),
  ids: words('以逗号分隔的 id', 'comma list of ids'),
  id: words('记录的 id', 'the record'),
  page: words('从 1 开始', 'from 1'),
  limit: words('默认 10，最多 1000', '10 by default, 1000 at most'),
  order: words('`字段,asc` 或 `字段,desc`', '`field,asc` or `field,desc`'),
  quick: words('在可搜索的字段中查找的文字', 'text looked for in the searchable fields'),
  search: words('由 {field, operator, val} 组成的 JSON 数组。', 'JSON list of {field, operator, val}. '),
  select: words('返回选项而不是记录', 'answer options instead of rows'),
  of: words('选项用于哪个资源的字段', 'whose field the options are for'),
  field: words('该字段的名称：能填写或查看它的人可以取得选项', 'its name: whoever may fill it in or sees it gets its options'),
  preview: words('只检查，不写入', 'judge only, write nothing'),
  columns: words('以逗号分隔的字段', 'comma list of fields'),
  rule: words('权限规则', 'Rule'),
  move: words('改变状态', 'Change the state'),
} as const

const envelopeIn = (language: Language) => (data: Schema) => ({
  description: NOTES.envelope[language],
  content: {
    'application/json': {
      schema: { type: 'object', required: ['code', 'msg', 'time', 'data'], properties: { code: whole, msg: text, time: whole, data } },
    },
  },
})
const query = (name: string, schema: Schema, description: string) => ({ name, in: 'query', schema, description })
const filters = (r: Resource, language: Language) => [
  query('page', whole, NOTES.page[language]),
  query('limit', whole, NOTES.limit[language]),
  query('order', text, NOTES.order[language]),
  query('quick_search', text, NOTES.quick[language]),
  query(
    'search',
    text,
    `${NOTES.search[language]}${Object.entries(askedOf(r))
      .map(([n, f]) => `${n}: ${operatorsOf(f).join(' ')}`)
      .join('; ')}`,
  ),
]
const objectOf = (fields: Record<string, Field>, titles: Readonly<Record<string, string>>): Schema => {
  const required = Object.entries(fields).flatMap(([n, f]) => (f.required && !f.when ? [n] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, schemaOf(f, titles[n] ?? '')])),
    ...(required.length ? { required } : {}),
  }
}
/** A verb of the resource's own: the records it is about, and what it asks for. */
const inputOf = ({ actions }: Resource, action: string, titles: Readonly<Record<string, string>>): Schema => {
  const { on, input = {} } = actions[action] ?? {}
  const asked = objectOf(input, titles) as { properties: object }
  return on === 'list' ? asked : { ...asked, properties: { ids: list(whole), ...asked.properties } }
}

const pathsOf = (r: Resource, locale: Locale, language: Language): Record<string, Schema> => {
  const { title, actions: verbs = {}, inputs = {} } = locale[language]
  const envelopeOf = envelopeIn(language)
  const ids = query('ids', text, NOTES.ids[language])
  const id = query('id', whole, NOTES.id[language])
  const lastChange = { type: ['object', 'null'], properties: { by: text, at: text, action: text } }
  const name = (action: string) => `#/components/schemas/${r.name}.${action}`
  const row = { $ref: name('row') }
  const page = { type: 'object', properties: { list: list(row), total: whole, capped: { type: 'boolean' }, remark: text, revision: text } }
  const body = (schema: Schema) => ({ required: true, content: { 'application/json': { schema } } })
  const known: Record<string, Schema> = {
    index: {
      get: {
        parameters: [
          ...filters(r, language),
          query('select', { type: 'boolean' }, NOTES.select[language]),
          query('of', text, NOTES.of[language]),
          query('field', text, NOTES.field[language]),
        ],
        responses: { 200: envelopeOf(page) },
      },
    },
    read: { get: { parameters: [id], responses: { 200: envelopeOf({ type: 'object', properties: { row, changed: lastChange } }) } } },
    history: {
      get: {
        parameters: [id, query('page', whole, NOTES.page[language])],
        responses: { 200: envelopeOf({ type: 'object', properties: { list: list({ type: 'object' }), total: whole } }) },
      },
    },
    add: { post: { requestBody: body({ $ref: name('draft') }), responses: { 200: envelopeOf({ type: 'object', properties: { row } }) } } },
    edit: {
      get: {
        parameters: [id],
        responses: { 200: envelopeOf({ type: 'object', properties: { row } }) },
      },
      post: {
        requestBody: body({
          allOf: [{ type: 'object', required: ['id'], properties: { id: whole, version: whole } }, { $ref: name('change') }],
        }),
        responses: { 200: envelopeOf({ type: 'object', properties: { row } }) },
      },
    },
    set: {
      post: {
        requestBody: body({
          type: 'object',
          required: ['field', 'rows'],
          properties: {
            field: { type: 'string', enum: Object.keys(settableOf(r)) },
            rows: list({ type: 'object', required: ['id', 'value'], properties: { id: whole, version: whole, value: {} } }),
          },
        }),
        responses: { 200: envelopeOf({ type: 'object', properties: { count: whole, before: list({ type: 'object' }) } }) },
      },
    },
    del: { delete: { parameters: [ids], responses: { 200: envelopeOf({}) } } },
    delete: { delete: { parameters: [ids], responses: { 200: envelopeOf({}) } } },
    recycle: { get: { parameters: filters(r, language), responses: { 200: envelopeOf(page) } } },
    restore: { get: { parameters: [ids], responses: { 200: envelopeOf({}) } } },
    sortable: {
      post: {
        requestBody: body({ type: 'object', required: ['id', 'targetId'], properties: { id: whole, targetId: whole } }),
        responses: { 200: envelopeOf({}) },
      },
    },
    move: {
      post: {
        requestBody: body({
          type: 'object',
          required: ['id', 'version', 'to'],
          properties: { id: whole, version: whole, to: { type: 'string', enum: openMoves(r) } },
        }),
        responses: { 200: envelopeOf({ type: 'object', properties: { row, asked: whole } }) },
      },
    },
    import: {
      get: { parameters: [], responses: { 200: { description: NOTES.workbook[language] } } },
      post: {
        requestBody: body({
          type: 'object',
          required: ['columns', 'rows'],
          properties: {
            columns: list({ type: 'string', enum: Object.keys(importableOf(r)) }),
            rows: list(list(text)),
            preview: { type: 'boolean', description: NOTES.preview[language] },
            zone: text,
            file: text,
          },
        }),
        responses: { 200: envelopeOf({ type: 'object', properties: { count: whole, rows: whole, bad: list(whole), total: whole } }) },
      },
    },
    exportExcel: {
      get: {
        parameters: [...filters(r, language), query('columns', text, NOTES.columns[language])],
        responses: { 200: { description: NOTES.workbook[language] } },
      },
      post: {
        parameters: [...filters(r, language), query('columns', text, NOTES.columns[language])],
        responses: { 200: envelopeOf({ type: 'object', properties: { task: whole } }) },
      },
    },
  }
  const custom = (action: string) => ({ post: { requestBody: body(inputOf(r, action, inputs)), responses: { 200: envelopeOf({}) } } })
  /** Without moves it is a verb of the resource's own, if it has one. */
  const isMove = (action: string) => action === 'move' && openMoves(r).length > 0
  const rulesFor = (action: string): string[] =>
    isMove(action)
      ? [...new Set(openMoves(r).map((to) => ruleOf(r.name, moveRule(r, to))))]
      : [ruleOf(r.name, isRead(action) ? 'index' : action === 'set' ? 'edit' : action)]
  const actions: readonly string[] = actionsOf(r)
  const isRead = (action: string) => (READ_ACTIONS as readonly string[]).includes(action)
  return Object.fromEntries(
    [...actions, ...READ_ACTIONS, ...(actions.includes('edit') ? EDIT_ACTIONS : []), ...(openMoves(r).length ? ['move'] : [])].map(
      (action) => {
        const rule = rulesFor(action).join(', ')
        const methods = Object.fromEntries(
          Object.entries((Object.hasOwn(r.actions, action) ? undefined : known[action]) ?? custom(action)).map(([m, spec]) => [
            m,
            {
              tags: [title],
              summary: verbs[action] ?? (isMove(action) ? NOTES.move : ACTION_WORDS[action])?.[language] ?? action,
              description: `${NOTES.rule[language]}: ${rule}`,
              'x-rule': rule,
              ...(spec as object),
            },
          ]),
        )
        return [`/admin/${r.name}/${action}`, methods]
      },
    ),
  )
}

const componentsOf = (r: Resource, locale: Locale, language: Language): Record<string, Schema> => {
  const titles = Object.fromEntries(Object.keys(columnsOf(r)).map((name) => [name, columnTitle(locale, language, name)]))
  const writable = writableOf(r)
  const { required: _, ...change } = objectOf(writable, titles)
  const shown = Object.fromEntries(Object.entries(columnsOf(r)).filter(([, f]) => f.kind !== 'password'))
  const { properties } = objectOf(shown, titles)
  return {
    [`${r.name}.row`]: { type: 'object', properties: { ...(properties as object), version: whole } },
    [`${r.name}.draft`]: { additionalProperties: false, ...objectOf(writable, titles) },
    [`${r.name}.change`]: change,
  }
}

/** The whole generic contract, from the definitions alone. */
export const openApi = (areas: readonly { resource: Resource; locale: Locale }[], language: Language = 'en') => ({
  openapi: '3.1.0',
  info: { title: NOTES.title[language], version: '1' },
  components: {
    securitySchemes: { admin: { type: 'apiKey', in: 'header', name: 'batoken' }, machine: { type: 'http', scheme: 'bearer' } },
    schemas: Object.assign({}, ...areas.map(({ resource, locale }) => componentsOf(resource, locale, language))) as Record<string, Schema>,
  },
  security: [{ admin: [] }],
  paths: Object.assign({}, ...areas.map(({ resource, locale }) => pathsOf(resource, locale, language))) as Record<string, Schema>,
})
