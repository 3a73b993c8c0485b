import { OPERATORS_OF, actionsOf, columnsOf, ruleOf, writableOf } from '#kernel'
import type { Field, Kind, Language, Locale, Resource } from '#kernel'
import { ACTION_WORDS } from '../seed/rules.ts'

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

const envelopeOf = (data: Schema) => ({
  description: 'code 1: done; any other code: refused, `msg` says why',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['code', 'msg', 'time', 'data'], properties: { code: whole, msg: text, time: whole, data } },
    },
  },
})
const query = (name: string, schema: Schema, description: string) => ({ name, in: 'query', schema, description })
const ids = query('ids', text, 'comma list of ids')
const filters = (r: Resource) => [
  query('page', whole, 'from 1'),
  query('limit', whole, '10 by default, 1000 at most'),
  query('order', text, '`field,asc` or `field,desc`'),
  query('quick_search', text, 'text looked for in the searchable fields'),
  query(
    'search',
    text,
    `JSON list of {field, operator, val}. ${Object.entries(columnsOf(r))
      .map(([n, f]) => `${n}: ${OPERATORS_OF[f.kind].join(' ')}`)
      .join('; ')}`,
  ),
]

const pathsOf = (r: Resource, locale: Locale, language: Language): Record<string, Schema> => {
  const words = locale[language]
  const name = (action: string) => `#/components/schemas/${r.name}.${action}`
  const row = { $ref: name('row') }
  const page = { type: 'object', properties: { list: list(row), total: whole, capped: { type: 'boolean' }, remark: text } }
  const body = (schema: Schema) => ({ required: true, content: { 'application/json': { schema } } })
  const known: Record<string, Schema> = {
    index: {
      get: {
        parameters: [...filters(r), query('select', { type: 'boolean' }, 'answer options instead of rows')],
        responses: { 200: envelopeOf(page) },
      },
    },
    add: { post: { requestBody: body({ $ref: name('draft') }), responses: { 200: envelopeOf({ type: 'object', properties: { row } }) } } },
    edit: {
      get: { parameters: [query('id', whole, 'the record')], responses: { 200: envelopeOf({ type: 'object', properties: { row } }) } },
      post: {
        requestBody: body({
          allOf: [{ type: 'object', required: ['id'], properties: { id: whole, version: whole } }, { $ref: name('change') }],
        }),
        responses: { 200: envelopeOf({ type: 'object', properties: { row } }) },
      },
    },
    del: { delete: { parameters: [ids], responses: { 200: envelopeOf({}) } } },
    delete: { delete: { parameters: [ids], responses: { 200: envelopeOf({}) } } },
    recycle: { get: { parameters: filters(r), responses: { 200: envelopeOf(page) } } },
    restore: { get: { parameters: [ids], responses: { 200: envelopeOf({}) } } },
    sortable: {
      post: {
        requestBody: body({ type: 'object', required: ['id', 'targetId'], properties: { id: whole, targetId: whole } }),
        responses: { 200: envelopeOf({}) },
      },
    },
    exportExcel: {
      get: {
        parameters: [...filters(r), query('columns', text, 'comma list of fields')],
        responses: { 200: { description: 'an xlsx workbook' } },
      },
    },
  }
  const custom = { post: { requestBody: body({ type: 'object', properties: { ids: list(whole) } }), responses: { 200: envelopeOf({}) } } }
  return Object.fromEntries(
    actionsOf(r)
      .filter((a) => a !== 'reveal')
      .map((action) => {
        const methods = Object.fromEntries(
          Object.entries(known[action] ?? custom).map(([m, spec]) => [
            m,
            {
              tags: [words.title],
              summary: words.actions?.[action] ?? ACTION_WORDS[action]?.[language] ?? action,
              description: `Rule: ${ruleOf(r.name, action)}`,
              ...(spec as object),
            },
          ]),
        )
        return [`/admin/${r.name}/${action}`, methods]
      }),
  )
}

const componentsOf = (r: Resource, locale: Locale, language: Language): Record<string, Schema> => {
  const titles = locale[language].fields
  const properties = (fields: Record<string, Field>) =>
    Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, schemaOf(f, titles[n] ?? '')]))
  const writable = writableOf(r)
  const required = Object.entries(writable)
    .filter(([, f]) => f.required && !f.when)
    .map(([n]) => n)
  const shown = Object.fromEntries(Object.entries(columnsOf(r)).filter(([, f]) => f.kind !== 'password'))
  return {
    [`${r.name}.row`]: { type: 'object', properties: { ...properties(shown), version: whole } },
    [`${r.name}.draft`]: {
      type: 'object',
      additionalProperties: false,
      properties: properties(writable),
      ...(required.length ? { required } : {}),
    },
    [`${r.name}.change`]: { type: 'object', properties: properties(writable) },
  }
}

/** The whole generic contract, from the definitions alone. */
export const openApi = (areas: readonly { resource: Resource; locale: Locale }[], language: Language = 'en') => ({
  openapi: '3.1.0',
  info: { title: 'Data Management & Quality Control System', version: '1' },
  components: {
    securitySchemes: { admin: { type: 'apiKey', in: 'header', name: 'batoken' } },
    schemas: Object.assign({}, ...areas.map(({ resource, locale }) => componentsOf(resource, locale, language))) as Record<string, Schema>,
  },
  security: [{ admin: [] }],
  paths: Object.assign({}, ...areas.map(({ resource, locale }) => pathsOf(resource, locale, language))) as Record<string, Schema>,
})
