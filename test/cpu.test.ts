import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PARTS } from '../src/kernel/index.ts'
import type { Kind } from '../src/kernel/index.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

/** A megabyte of the text that each reader likes least, in every kind of field: no request keeps the others waiting. */
const MEGABYTE = 1_000_000
/** On a machine whose caches others use, the same work counts double: there the bar is so many megabytes that are read and refused. */
const MAX_MS = 200
const MAX_RATIO = 25
let limit = MAX_MS
let server: TestServer
let call: TestServer['call']
let token: string
const KINDS: Record<Exclude<Kind, 'switch'>, object> = {
  string: { max: MEGABYTE },
  textarea: { max: MEGABYTE },
  richText: {},
  code: { max: MEGABYTE },
  password: {},
  number: {},
  float: {},
  integer: {},
  date: {},
  time: {},
  dateTime: {},
  year: {},
  array: {},
  file: {},
  image: {},
  images: {},
  city: {},
  icon: {},
  color: {},
  json: {},
  select: { options: ['a', 'b'] },
  radio: { options: ['a', 'b'] },
  checkbox: { options: ['a', 'b'] },
  remoteSelect: { to: 'job', label: 'name' },
  ref: { to: 'job', label: 'name' },
  refs: { to: 'job', label: 'name' },
}
/** Client and server share this process: the client does as little as it can. */
const send = async (path: string, body: string) => {
  const response = await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { server: '1', batoken: token, 'content-type': 'application/json' },
    body,
  })
  return response.text()
}
const nameOf = (kind: string) => `of${kind[0]!.toUpperCase()}${kind.slice(1)}`
const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]

beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  ;({ call, token } = await server.login())
  const fields: Record<string, object> = { name: { kind: 'string', max: 20 }, which: { kind: 'select', options: kinds, required: true } }
  const options: Record<string, object> = { which: Object.fromEntries(kinds.map((kind) => [kind, kind])) }
  for (const kind of kinds) {
    fields[nameOf(kind)] = { kind, required: true, when: { which: [kind] }, ...KINDS[kind] }
    if ('options' in KINDS[kind]) options[nameOf(kind)] = { a: 'a', b: 'b' }
  }
  const text = { title: 'CPU', remark: '', fields: Object.fromEntries(Object.keys(fields).map((n) => [n, n])), options }
  const definition = {
    name: 'cpu',
    label: 'name',
    fields,
    traits: ['timestamps', 'recyclable', 'audited'],
    actions: {},
    menu: { group: 'org', icon: 'file' },
    list: { columns: ['id', 'name'], sort: '-id' },
  }
  expect(await call('/admin/crud.table/apply', { body: { definition, locale: { 'zh-cn': text, en: text } } })).toMatchObject({ code: 1 })
  const tooLong = JSON.stringify({ which: 'string', name: times('a') })
  await send('/admin/cpu/add', tooLong)
  limit = Math.max(MAX_MS, MAX_RATIO * (await costOf(() => send('/admin/cpu/add', tooLong), 0)))
})
afterAll(() => server.close())

const times = (text: string, length = MEGABYTE) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const named = (length: number) => Object.fromEntries(Array.from({ length }, (_, i) => [`n${i}`, 1]))
const WORST: readonly [string, unknown][] = [
  ['opening brackets', times('<')],
  ['blanks', times(' ')],
  ['tags without end', times('<img ')],
  ['entities', times('&nbsp;')],
  ['digits', times('1')],
  ['letters and an odd end', `${times('a')}!`],
  ['addresses', times('a@a.')],
  ['quotes', times('\\"', MEGABYTE / 2)],
  ['characters of two halves', times('𝒳', MEGABYTE / 2)],
  ['a list of short texts', Array.from({ length: 200_000 }, () => 'a')],
  ['a record of many names', named(80_000)],
  ['a record of as many names as may be', named(MAX_PARTS - 10)],
  ['many records of one name each', Array.from({ length: 70_000 }, (_, i) => ({ [`n${i}`]: 1 }))],
  ['as many records as may be', Array.from({ length: MAX_PARTS / 2 - 10 }, (_, i) => ({ [`n${i}`]: 1 }))],
  ['empty records', Array.from({ length: 300_000 }, () => ({}))],
  ['empty lists', Array.from({ length: 300_000 }, () => [])],
  ['as many lists as may be', Array.from({ length: MAX_PARTS - 10 }, () => Array.from({ length: 20 }, () => 1))],
  ['a list of numbers', Array.from({ length: 400_000 }, () => 1)],
]

/** CPU of this process, not the clock: other work on the machine does not count. The first try may be a cold one, the best counts. */
const costOf = async (work: () => Promise<unknown>, enough: number): Promise<number> => {
  let best = Infinity
  for (let tries = 0; tries < 3 && best > enough; tries++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

test.each(kinds)('%s: a megabyte of the worst text costs at most 200 ms of CPU', { timeout: 120_000 }, async (kind) => {
  const slow: string[] = []
  for (const [what, value] of WORST) {
    const body = JSON.stringify({ which: kind, [nameOf(kind)]: value })
    const cost = await costOf(() => send('/admin/cpu/add', body), limit)
    if (cost > limit) slow.push(`${what}: ${Math.round(cost)} ms`)
  }
  expect(slow).toEqual([])
})
