import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNarrowed } from '../../src/server/model/scope.ts'
import { compareQuestion, rowsQuestion } from '../../src/areas/datafile/server/question.ts'
import { massQuestion } from '../../src/areas/qc-run/server/mass/question.ts'
import { server, sql, withDeliveries } from '../delivery-kit.ts'
import { openBeside } from '../lane-kit.ts'
import { Calls, ask, heard, inParallel, pathOf, reaches } from './call.ts'
import type { Answer } from './call.ts'
import { build, grow, mayKnow } from './house.ts'
import type { Asker, House } from './house.ts'
import { needlesIn } from './needle.ts'

withDeliveries()
let door: { close(): Promise<void> }
beforeAll(async () => {
  door = await openBeside(server, [rowsQuestion, compareQuestion, massQuestion])
})
afterAll(() => door.close())

let house: House
let calls: Calls
const answered = new Set<string>()

/** All of them, each on a line: a leak is mended where it springs, and so one has to see where that is. */
const none = (found: readonly string[]): void => {
  if (found.length > 0) throw new Error(`${found.length}\n${found.join('\n')}`)
}
const leaksOf = (asker: Asker, { method, path, text }: Answer): string[] => {
  const told = needlesIn(text).filter((one) => !mayKnow(asker, one))
  const line = `${asker.name}: ${method} ${path} tells ${[...new Set(told.map((one) => one.text))].slice(0, 6).join(' ')}`
  return told.length > 0 ? [line] : []
}
const failuresOf = (asker: Asker, { method, path, status }: Answer): string[] =>
  status >= 500 ? [`${asker.name}: ${method} ${path} answers ${status}`] : []

test('two studies stand, with one of everything at each site', async () => {
  house = await build()
  calls = new Calls(house)
  const known = new Set(house.ids.keys())
  const missing = server.backend.engine.registry
    .all()
    .filter((model) => isNarrowed(model) && !known.has(model.resource.name) && !WITHOUT.has(model.resource.name))
  none(missing.map(({ resource }) => `${resource.name} is not for everybody, and test/reach/house.ts makes none of it at a site`))
})
/** Not for everybody, and of no study; or made of a whole study that is closed, which none here is. */
const WITHOUT: ReadonlySet<string> = new Set([
  'test.everyKind',
  'routine.attachment',
  'message.outbox',
  'study.archive',
  'study.signature',
  'study.codelist',
  'study.variable',
])

test('AA-01 AA-04 no call that reads tells anybody what is not of their study, their site and their level', async () => {
  const found: string[] = []
  for (const asker of house.askers) {
    const answers = await inParallel(calls.reading(asker.kind), (one) => ask(asker, one))
    for (const one of answers) {
      found.push(...leaksOf(asker, one), ...failuresOf(asker, one))
      if (one.code === 1 || (one.code === null && one.status === 200)) answered.add(pathOf(one))
    }
  }
  none(found)
})

test('AA-04 nobody filters, sorts, searches or exports by a variable that they do not read', async () => {
  const found: string[] = []
  for (const asker of house.askers.filter(({ kind }) => kind === 'admin'))
    for (const study of [1, 2] as const) {
      const own = asker.reach[study]
      if (!own) continue
      const name = `clinical.data.f${house.studies[study].form}`
      for (const [slot, level] of [
        ['v2', 1],
        ['v3', 2],
        ['v4', 3],
        ['v6', 2],
      ] as const) {
        const search = encodeURIComponent(JSON.stringify([{ field: slot, operator: '=', val: '1' }]))
        for (const path of [`index?search=${search}`, `index?order=${slot},asc`, `exportExcel?search=${search}`]) {
          const { status, code } = await ask(asker, { method: 'GET', path: `/admin/${name}/${path}` })
          const isAnswered = status === 200 && (code === null || code === 1)
          if (isAnswered !== level <= own.level) found.push(`${asker.name}: ${name}/${path} is ${isAnswered ? 'answered' : 'refused'}`)
        }
      }
    }
  none(found)
})

test('every call that reads was asked in earnest: somebody was answered, but for those that are known to answer nobody here', () => {
  const never = calls.routes('GET').filter((route) => !route.includes(':') && !answered.has(route.slice('GET '.length)))
  expect(never.map((route) => route.slice('GET '.length)).toSorted()).toEqual([...UNANSWERED])
})
/** Not shown yet to tell nobody: they ask for what this house does not have (a package, a trial, a comparison). One that answers falls out of the list. */
const UNANSWERED: readonly string[] = [
  '/admin/ajax/getTableFieldList',
  '/admin/ajax/getTablePk',
  '/admin/analysis.project/package',
  '/admin/analysis.project/trial',
  '/admin/control.parameter/proposal',
  '/admin/control.parameter/trial',
  '/admin/datafile/changes',
  '/admin/datafile/comparison',
  '/admin/query/asked',
  '/admin/study.archive/package',
  '/admin/study.project/package',
  '/admin/study.subject/merged',
  '/admin/task/file',
  '/api/study/analysis/package',
  '/api/study/analysis/read',
  '/api/study/analysis/trial',
]

test('AA-01 no other call tells anything about what somebody does not see, or changes it', async () => {
  const before = await digest()
  const found: string[] = []
  for (const asker of house.askers)
    for (const one of await inParallel(calls.acting(asker), (wanted) => ask(asker, wanted)))
      found.push(...leaksOf(asker, one), ...failuresOf(asker, one))
  none(found)
  expect(await digest()).toEqual(before)
})
/** Every record that was made, as it stands in its table. */
const digest = async (): Promise<Record<string, string>> => {
  const { registry } = server.backend.engine
  const found: Record<string, string> = {}
  for (const [name, places] of house.ids) {
    const model = registry.get(name)
    if (!model || model.resource.view) continue
    const [row] = await sql<{ hash: string }>(
      `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t.id), '')) AS hash FROM ${model.table} t WHERE t.id = ANY($1::bigint[])`,
      [[...places.values()].flat()],
    )
    found[name] = row?.hash ?? ''
  }
  return found
}

/** Of what everybody does themselves, their own log tells them; a run is told again as it is read. */
const OWN = /exportExcel|gather\.delivery\/(source|refused)|auth\.log\/|profile\/|security\.|dashboard\/index|notification\/|trail\/export/
const withoutClock = (text: string): string => text.replaceAll(/"time":\d+|<dcterms:[^>]*>[^<]*/g, '')
/** Of two that are not the same: it looks for where they part. */
const difference = (before: string, after: string): string => {
  let at = 0
  while (before[at] === after[at]) at++
  return `${before.slice(Math.max(0, at - 60), at + 60)} ⇒ ${after.slice(Math.max(0, at - 10), at + 60)}`
}
test('AA-01 what happens at a site changes no answer elsewhere: no total, count, badge or mark; and no stream tells of it', async () => {
  const elsewhere = house.askers.filter((one) => !reaches(one, '1b'))
  const asked = ({ kind }: Asker) => calls.reading(kind).filter(({ path }) => !OWN.test(path))
  const before = new Map<string, Answer[]>()
  for (const asker of elsewhere) before.set(asker.name, await inParallel(asked(asker), (one) => ask(asker, one)))
  const said = new Map<Asker, string>()
  const listen = ([first, ...rest]: Asker[]): Promise<void> =>
    first ? heard(first, () => listen(rest)).then((text) => void said.set(first, text)) : grow(house)
  await listen(house.askers.filter(({ kind }) => kind !== 'machine'))
  const found = [...said].flatMap(([asker, text]) => leaksOf(asker, { method: 'SSE', path: '/task/stream', status: 200, code: null, text }))
  // It was listened to in earnest: those who see the site heard of it.
  expect([...said].some(([asker, text]) => reaches(asker, '1b') && needlesIn(text).length > 0)).toBe(true)
  for (const asker of elsewhere) {
    const now = await inParallel(asked(asker), (one) => ask(asker, one))
    for (const [i, { path, text }] of now.entries()) {
      const [old, fresh] = [withoutClock(before.get(asker.name)?.[i]?.text ?? ''), withoutClock(text)]
      if (old !== fresh) found.push(`${asker.name}: GET ${path} is another answer: ${difference(old, fresh)}`)
    }
  }
  none(found)
})
