import type { FastifyInstance } from 'fastify'
import { fail, MAX_PARTS } from '#kernel'

const QUOTE = 34
const COLON = 58
const LIST = 91
const BACKSLASH = 92
const LIST_END = 93
const RECORD = 123
const RECORD_END = 125

/** The field of a JSON text at which there are more names, records and lists than may be, found without reading the text. */
export const crowdedField = (text: string, limit = MAX_PARTS): string | undefined => {
  let parts = 0
  let depth = 0
  let [start, end, field] = [0, 0, '']
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      ;[start, end] = [i, endOfString(text, i)]
      i = end
    } else if (code === COLON || code === LIST || code === RECORD) {
      if (code !== COLON) depth++
      else if (depth === 1) field = text.slice(start + 1, end)
      if (++parts > limit) return field
    } else if (code === LIST_END || code === RECORD_END) depth--
  }
  return undefined
}
const endOfString = (text: string, start: number): number => {
  let i = start + 1
  for (let code = text.charCodeAt(i); i < text.length && code !== QUOTE; code = text.charCodeAt(i)) i += code === BACKSLASH ? 2 : 1
  return i
}

/** Parsing 70,000 records keeps everybody waiting longer than all that a request may cost: they are counted first. */
export const readJsonBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const field = crowdedField(body)
    if (field === undefined) return void parse(request, body, done)
    const params = { limit: MAX_PARTS }
    done(fail('input.tooMany', params, { problems: [{ field, key: 'tooMany', params }] }))
  })
}
