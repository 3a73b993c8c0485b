type Schema = {
  type?: string
  $ref?: string
  title?: string
  description?: string
  format?: string
  enum?: readonly string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  allOf?: readonly Schema[]
  maxLength?: number
  writeOnly?: boolean
}
type Body = { content: Record<string, { schema: Schema }> }
type Operation = {
  tags?: readonly string[]
  summary?: string
  /** The right that the call asks for. */
  'x-rule'?: string
  parameters?: readonly { name: string; description?: string; schema: Schema }[]
  requestBody?: Body
  responses: Record<string, { description: string; content?: Body['content'] }>
}
export type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }

/** One line of a table: a field, what it is, what to know about it. */
export type Line = { name: string; type: string; note: string; required: boolean }
export type Call = {
  id: string
  tag: string
  method: string
  path: string
  title: string
  rule: string
  parameters: Line[]
  body: Line[]
  answer: Line[]
}

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref

const typeOf = (schema: Schema): string => {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`
  return [schema.type ?? (schema.enum ? 'string' : 'any'), schema.format ? `(${schema.format})` : ''].filter(Boolean).join(' ')
}
const noteOf = (s: Schema): string =>
  [s.title, s.description, (s.enum ?? s.items?.enum)?.join(' | '), s.maxLength && `≤ ${s.maxLength}`].filter(Boolean).join(' · ')

const linesOf = (document: Document, schema: Schema | undefined): Line[] => {
  if (!schema) return []
  if (schema.allOf) return schema.allOf.flatMap((part) => linesOf(document, part))
  if (schema.$ref) return linesOf(document, document.components.schemas[nameOf(schema.$ref)])
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeOf(field),
    note: noteOf(field),
    required: schema.required?.includes(name) ?? false,
  }))
}
const jsonOf = (content: Body['content'] | undefined): Schema | undefined => content?.['application/json']?.schema

/** An answer holds a row, or a page of rows: what is in a row is what somebody looks for. */
const answerOf = (document: Document, data: Schema | undefined): Line[] => {
  const own = linesOf(document, data)
  const inner = [data?.properties?.['row'], data?.properties?.['list']?.items].filter((s) => s !== undefined)
  return [...own, ...inner.flatMap((s) => linesOf(document, s).map((l) => ({ ...l, name: `· ${l.name}` })))]
}

export const callsOf = (document: Document): Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => ({
      id: `${method} ${path}`,
      tag: op.tags?.[0] ?? '',
      method: method.toUpperCase(),
      path,
      title: op.summary ?? '',
      rule: op['x-rule'] ?? '',
      parameters: (op.parameters ?? []).map((p) => ({
        name: p.name,
        type: typeOf(p.schema),
        note: p.description ?? '',
        required: false,
      })),
      body: linesOf(document, jsonOf(op.requestBody?.content)),
      answer: answerOf(document, jsonOf(op.responses['200']?.content)?.properties?.['data']),
    })),
  )

/** Every word must be somewhere in the call: its address, its names or a field. */
export const matching = (calls: readonly Call[], search: string): Call[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = (c: Call) =>
    [c.method, c.path, c.title, c.tag, ...[...c.body, ...c.answer].map((l) => `${l.name} ${l.note}`)].join(' ').toLowerCase()
  return words.length === 0 ? [...calls] : calls.filter((c) => words.every((w) => textOf(c).includes(w)))
}
