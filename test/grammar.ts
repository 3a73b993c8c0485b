import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { everyKind } from './every-kind.ts'

/** Grammars of what reaches a parser: each makes what is nearly right, and what breaks those who trust it. */
const HOSTILE = [
  '',
  '0',
  '-1',
  '1e300',
  '1e999',
  'NaN',
  'null',
  '9007199254740993',
  '3000000000',
  "';--",
  '%',
  '%00',
  '%zz',
  '%ff',
  '\0',
  '\ud800',
  '𠀀',
  '\u202e',
  '../..',
  '..%2f',
  '{"toString":1}',
  '[[[[',
  'true',
  'id',
  'toString',
  'valueOf',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  '0000-01-01',
  '2026-02-31',
  '9999-12-31T23:59:59-12:00',
  '2026-01-01T00:00:00+23:59',
  '<img src=x onerror=1>',
  '=1+1',
  '\r\nx: y',
]
export const word: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
)

export const FIELDS = [...Object.keys(everyKind.fields), 'id', 'version', 'departmentId', 'parentId', 'createdAt', 'nothing']
/** What a list is asked by. */
export const LIST_NAMES = ['page', 'limit', 'order', 'quick_search', 'search', 'select', 'initKey', 'initValue', 'ids', 'id', 'columns']
const NAMES = [
  ...LIST_NAMES,
  'server',
  'batoken',
  'username',
  'password',
  'captcha',
  'captchaId',
  'refresh_token',
  'email',
  'mobile',
  'code',
  'event',
  'tab',
  'type',
  'account',
  'uuid',
  'extend',
  'lang',
  'manager',
  'port',
  'table',
  'url',
  'topic',
  'suffix',
  'background',
  'zone',
  'province',
  'city',
  'name',
  'definition',
  'locale',
  'drop',
  'typed',
  'values',
  'group',
  'reason',
  'answer',
  'targetId',
  'withChildren',
  'nickname',
  'motto',
]
export const name: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 4, arbitrary: fc.constantFrom(...FIELDS) },
  { weight: 1, arbitrary: word },
)

const part = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', '0', '1', '2', '101', '-1', '1e3', 'field', 'val', 'operator', 'a') },
  { weight: 1, arbitrary: word },
)
const bracket = fc.oneof(
  { weight: 8, arbitrary: part.map((text) => `[${text}]`) },
  { weight: 1, arbitrary: fc.constantFrom('[', ']', '[[', ']]', '][', '[]]', '%5B0%5D', '%5b%5D') },
)
/** `a`, `a[]`, `a[0][b]` and everything between; a few heads, so that they meet. */
const key = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'search', 'ids') }, { weight: 2, arbitrary: name }),
    fc.array(bracket, { maxLength: 4 }),
  )
  .map(([head, rest]) => head + rest.join(''))
const escaped = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%25', '%')
export const operator: Arbitrary<string> = fc.oneof(
  fc.constantFrom('=', '<>', '>', '<=', 'LIKE', 'IN', 'NOT IN', 'RANGE', 'NOT RANGE', 'NULL', 'FIND_IN_SET', 'eq'),
  word,
)

export const jsonValue: Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    word,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).value

const search = fc
  .array(fc.record({ field: fc.oneof(fc.constantFrom(...FIELDS), jsonValue), operator: fc.oneof(operator, jsonValue), val: jsonValue }), {
    maxLength: 3,
  })
  .map((items) => `search=${encodeURIComponent(JSON.stringify(items).toWellFormed())}`)
const order = fc.tuple(fc.constantFrom(...FIELDS), fc.constantFrom('asc', 'desc', '')).map((pair) => `order=${pair.join(',')}`)
const pair = fc.tuple(key, word).map(([left, right]) => `${left.replaceAll(/[&#=\s]/g, '')}=${escaped(right)}`)
/** What stands behind the question mark. */
export const queryText: Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: pair },
      { weight: 2, arbitrary: search },
      { weight: 1, arbitrary: order },
      { weight: 1, arbitrary: fc.constantFrom('&', '=', '&&==', 'a', '%', '+', '?') },
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join('&'))
/** The same without what cannot stand in a request line. */
export const queryLine: Arbitrary<string> = queryText.map((text) =>
  text.replaceAll(/[^\u0021-\u007e]/gu, (c) => encodeURIComponent(c.toWellFormed())),
)

const deep = fc
  .tuple(fc.constantFrom(1, 30, 63, 64, 65, 100, 3000), fc.constantFrom('[', '{"a":'), jsonValue)
  .map(([levels, open, inside]) => open.repeat(levels) + JSON.stringify(inside) + (open === '[' ? ']' : '}').repeat(levels))
/** The text of a JSON body: whole, deep, cut off, or none. */
export const jsonText: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.tuple(name, jsonValue), { maxLength: 5 }).map((pairs) => JSON.stringify(Object.fromEntries(pairs))) },
  { weight: 2, arbitrary: jsonValue.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.tuple(jsonValue, fc.nat(20)).map(([value, cut]) => JSON.stringify(value).slice(0, cut)) },
)

/** Visible Latin-1: what Node lets through as the value of a header. */
export const headerText: Arbitrary<string> = fc.oneof(
  word.map((text) => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/gu, '')),
  word.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%e4%b8',
    '%ff%fe',
    'bytes=0-',
    'bytes=-5',
    'bytes=5-1',
    'bytes=1e3-',
    'bytes=99999999999999999999-',
    't_x',
    '"',
    'W/"x"',
    '*/*;q=x',
  ),
)
export const headers: Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'x-reason',
    'group',
    'think-lang',
    'idempotency-key',
    'range',
    'if-none-match',
    'if-range',
    'accept',
    'accept-encoding',
    'cookie',
    'user-agent',
    'authorization',
    'ba-user-token',
    'last-event-id',
    'x-forwarded-for',
    'expect-ct',
    'content-encoding',
    'origin',
  ),
  headerText,
  { maxKeys: 4 },
)

const disposition = fc.oneof(
  fc.tuple(name, word).map(([field, file]) => `form-data; name="${field}"; filename="${file}"`),
  fc.constantFrom(
    'form-data; name="file"; filename="a.txt"',
    'form-data; name="file"',
    'form-data',
    "attachment; filename*=UTF-8''%zz",
    'form-data; name=file; filename=a.csv; x',
  ),
)
const partText = fc
  .tuple(
    disposition,
    fc.constantFrom('\r\n\r\n', '\n\n', '\r\n', '\r\ncontent-type: x\r\n\r\n', '\r\n: \r\n\r\n'),
    word,
    fc.constantFrom('x', 'xx', 'y'),
  )
  .map(([line, gap, text, boundary]) => `--${boundary}\r\nContent-Disposition: ${line}${gap}${text}\r\n`)
/** A form with files: nearly whole, without an end, with a boundary of another. */
export const form: Arbitrary<{ type: string; body: string }> = fc.record({
  type: fc.constantFrom(
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary="x"',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=x',
  ),
  body: fc
    .tuple(fc.array(partText, { maxLength: 3 }), fc.constantFrom('--x--\r\n', '--x--', '--x', '', '\r\n--x--\r\n--x\r\n'))
    .map(([parts, end]) => parts.join('') + end),
})
