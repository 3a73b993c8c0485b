import { expect } from 'vitest'
import { actionsOf, columnsOf, isPointer } from '#kernel'
import { callsOf } from '../../src/server/http/resource-routes.ts'
import { server } from '../delivery-kit.ts'
import { unzipSync } from '../unzip.ts'
import type { Asker, House, Study } from './house.ts'

export type Asked = { method: string; path: string; body?: object }

/** They answer for as long as they run: what they tell is listened to by itself. */
export const STREAMS = ['GET /admin/Terminal/index', 'GET /admin/task/stream', 'GET /api/task/stream']
/** Of the house, of accounts and of what people set for themselves: nothing of a study goes in or out. What begins like this is not asked. */
const HOUSE =
  /^\w+ \/(admin\/(profile|Terminal|savedView|docs|upload)|admin\/index\/(login|logout|ticket)|admin\/ajax\/(upload|previewPdf|clearCache|changeTerminalConfig|area|buildSuffixSvg)|admin\/notification\/(read|switch)|api\/(account|user|common|index|ajax|Sms|Ems|upload)|api\/notification\/(read|switch)|healthz|readyz|metrics|storage)(\/|$|\W)/
/** Whose own numbers a route asks for, where its address does not say it. */
const OF: Readonly<Record<string, string>> = {
  'admin/qc.run/mass': 'finding',
  'api/study/gather': 'gather.project',
  'api/study/delivery': 'gather.delivery',
  'api/study/entry': 'gather.project',
  'api/study/analysis': 'analysis.project',
  'api/study/query': 'query',
  'api/study/signature': 'study.signature',
  'api/study/file': 'study.subject',
  'api/study/comment': 'comment',
  'api/study/intake': 'task',
  'api/study/invitation': 'study.invitation',
  'admin/study.trail': 'study.project',
  'admin/clinical.data': 'record',
  'admin/comment': 'comment',
  'admin/bulk': 'record',
}

/** Asked about nothing, and dear. */
const ALONE: ReadonlySet<string> = new Set(['/admin/dashboard/index'])

/** They are asked with a body and change nothing: what they answer is read, too. */
const TELLING: readonly string[] = [
  'POST /admin/datafile/preview',
  'POST /admin/datafile/rows',
  'POST /admin/datafile/compare',
  'POST /admin/clinical.data/judge',
  'POST /api/study/entry/judge',
]
/** Rows and columns of a table. */
const SPAN: Readonly<Record<string, object>> = { '/admin/datafile/rows': { from: 0, count: 50, column: 0, columns: 50, find: '' } }

/** Lists that hardly anybody may open: their options are asked for a field. */
const CLOSED: ReadonlySet<string> = new Set(['auth.admin', 'auth.group', 'user.user', 'study.form', 'study.variable', 'study.codelist'])

const PLACES = ['1n', '1a', '1b', '2n', '2a'] as const
type PlaceKey = (typeof PLACES)[number]
const MOST = 4

export class Calls {
  readonly house: House
  constructor(house: House) {
    this.house = house
  }
  #study(place: PlaceKey): Study {
    return this.house.studies[place.startsWith('1') ? 1 : 2]
  }
  #data(place: PlaceKey): string {
    return `clinical.data.f${this.#study(place).form}`
  }
  #ids(resource: string, place: PlaceKey): number[] {
    const name = resource === 'record' ? this.#data(place) : resource
    return (this.house.ids.get(name)?.get(place) ?? []).slice(0, MOST)
  }
  /** Everything that a call may want to know about a place. */
  #facts(place: PlaceKey): Record<string, unknown> {
    const study = this.#study(place)
    const first = (resource: string) => this.#ids(resource, place)[0] ?? 0
    const record = first('record')
    return {
      study: study.id,
      visit: study.visit,
      form: study.form,
      set: study.set,
      parameter: study.parameter,
      record,
      subject: first('study.subject'),
      into: this.#ids('study.subject', place)[1] ?? 0,
      gather: first('gather.project'),
      // The second one asks for the form to be filled in.
      filled: this.#ids('gather.project', place)[1] ?? 0,
      delivery: first('gather.delivery'),
      datafile: first('datafile'),
      findings: this.#ids('finding', place),
      task: first('task'),
      field: 'v3',
      resource: this.#data(place),
      table: this.#data(place),
      name: this.#data(place),
      // The first run of the study: the ones after it are compared with it.
      with: first('qc.run'),
      before: 1,
      after: 1,
      number: 1,
      instance: 1,
      fail: 0.5,
      from: '2026-01-01',
      to: '2026-02-01',
      limit: 200,
    }
  }

  /** The routes that are declared, but for those of the house. A route with a part that is asked for by name is the one of all resources, or a key. */
  routes(begin: 'GET' | 'other'): string[] {
    return [...new Set(server.app.declaredRoutes)].filter(
      (route) =>
        !HOUSE.test(route) && !STREAMS.includes(route) && !route.includes('/:name/') && route.startsWith('GET') === (begin === 'GET'),
    )
  }
  #ofRoute(url: string): string {
    const own = OF[url.slice(1)]
    if (own) return own
    const [, base = ''] = /^\/((?:admin|api\/study|api)\/[^/]+)/.exec(url) ?? []
    return OF[base] ?? base.replace('admin/', '')
  }
  #asked(route: string, place: PlaceKey): Asked[] {
    const [method = 'GET', url = ''] = route.split(' ')
    if (ALONE.has(url)) return [{ method, path: url }]
    const known = this.#facts(place)
    const facts = url.includes('/study/entry/') ? { ...known, gather: known['filled'] } : known
    const ids = this.#ids(this.#ofRoute(url), place)
    return (ids.length > 0 ? ids : [Number(facts['study'])]).flatMap((id) => {
      const path = url.replace(':key', String(id))
      if (method !== 'GET') return [{ method, path, body: { ...facts, id, ids: [id], version: 1, values: {}, ...SPAN[url] } }]
      return variantsOf(url).map((more) => ({ method, path: `${path}?${query({ ...facts, id, ids: id, ...more })}` }))
    })
  }
  /** Every call that reads: the routes of their own, then what every resource answers. */
  reading(kind: Asker['kind']): Asked[] {
    const begin = { admin: '/admin/', member: '/api/', machine: '/api/study/intake' }[kind]
    const own = this.routes('GET').filter(
      (route) => route.split(' ')[1]?.startsWith(begin) && (kind === 'machine' || !route.includes(':key')),
    )
    const asked = own.flatMap((route) => PLACES.flatMap((place) => this.#asked(route, place)))
    asked.push(
      ...TELLING.filter((route) => route.includes(` ${begin}`)).flatMap((route) => PLACES.flatMap((place) => this.#asked(route, place))),
    )
    const files = kind === 'machine' ? [] : this.house.files.map((path) => ({ method: 'GET', path }))
    return unique([...asked, ...files, ...(kind === 'admin' ? this.#readingResources() : [])])
  }
  #readingResources(): Asked[] {
    const models = server.backend.engine.registry.all().map(({ resource }) => resource)
    const chosen: string[] = []
    const asked: string[] = models.flatMap((resource) => {
      const actions = actionsOf(resource)
      for (const [field, pointer] of Object.entries(columnsOf(resource)))
        if (isPointer(pointer) && CLOSED.has(pointer.to))
          chosen.push(`${pointer.to}/index?${query({ select: true, limit: 200, of: resource.name, field })}`)
      const lists = ['index?limit=200', 'index?select=true&limit=200', 'index?quick_search=qx&limit=200']
      if (actions.includes('recycle')) lists.push('recycle?limit=200')
      if (actions.includes('exportExcel')) lists.push(`exportExcel?columns=${[...resource.list.columns].join(',')}`)
      return lists.map((path) => `${resource.name}/${path}`)
    })
    asked.push(...chosen)
    for (const [name, places] of this.house.ids)
      for (const id of [...places.values()].flatMap((some) => some.slice(0, MOST)))
        asked.push(`${name}/read?id=${id}`, `${name}/history?id=${id}`, `${name}/index?select=true&initValue=${id}&initKey=id`)
    for (const { form } of Object.values(this.house.studies)) {
      const name = `clinical.data.f${form}`
      asked.push(`${name}/index?limit=200`, `${name}/index?quick_search=qx`, `${name}/recycle`, `${name}/exportExcel`)
      for (const slot of ['v1', 'v2', 'v3', 'v4', 'v6']) {
        const search = JSON.stringify([{ field: slot, operator: slot === 'v6' ? '>' : 'LIKE', val: slot === 'v6' ? '1' : 'qx' }])
        asked.push(`${name}/index?${query({ search })}`, `${name}/index?order=${slot},asc`, `${name}/exportExcel?columns=${slot}`)
      }
    }
    return asked.map((path) => ({ method: 'GET', path: `/admin/${path}` }))
  }
  /** Every call that is not a reading one, about what the asker does not see: nothing is told, and nothing is changed. */
  acting(asker: Asker): Asked[] {
    const places = PLACES.filter((place) => !reaches(asker, place))
    const begin = { admin: '/admin/', member: '/api/', machine: '/api/study/intake' }[asker.kind]
    const own = this.routes('other').filter(
      (route) => route.split(' ')[1]?.startsWith(begin) && (asker.kind === 'machine' || !route.includes(':key')),
    )
    const asked = own.flatMap((route) => places.flatMap((place) => this.#asked(route, place)))
    if (asker.kind !== 'admin') return asked
    for (const [name, own] of this.house.ids) {
      const model = server.backend.engine.registry.get(name)
      if (!model) throw new Error(`${name} is not mounted`)
      const calls = callsOf(model).filter(({ action }) => !READING.has(action))
      for (const place of places)
        for (const id of (own.get(place) ?? []).slice(0, 1))
          for (const { action, methods } of calls) {
            const body = { ...this.#facts(place), id, ids: [id], version: 1, targetId: id, to: Object.keys(model.resource.moves ?? {})[0] }
            if (methods.includes('DELETE')) asked.push({ method: 'DELETE', path: `/admin/${name}/${action}?ids=${id}` })
            else asked.push({ method: 'POST', path: `/admin/${name}/${action}`, body: { ...body, reason: 'x', text: 'x' } })
          }
    }
    return asked
  }
}
const READING = new Set(['index', 'read', 'history', 'recycle', 'import'])

export const reaches = ({ reach }: Asker, place: PlaceKey): boolean => {
  const own = reach[place.startsWith('1') ? 1 : 2]
  const site = place.slice(1)
  return own !== undefined && (site === 'n' || own.sites.some((one) => one === site))
}
const query = (facts: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(facts).map(([key, value]): [string, string] => [key, String(value)])).toString()
const unique = (asked: readonly Asked[]): Asked[] => [
  ...new Map(asked.map((one) => [`${one.method} ${one.path} ${JSON.stringify(one.body)}`, one])).values(),
]
/** What else some routes can be asked. */
const variantsOf = (url: string): Record<string, unknown>[] => {
  if (url.endsWith('/story')) return ['v1', 'v2', 'v3', 'v4', 'v6'].map((field) => ({ field }))
  if (url.endsWith('/delivery/refused') || url.endsWith('gather.delivery/refused')) return [{ as: 'excel' }, { as: 'csv' }]
  // Where a page goes on: the first one asks for none.
  if (url === '/admin/study.trail/index') return [{ after: '' }]
  return [{}]
}

export type Answer = Asked & { status: number; code: number | null; text: string }
export const ask = async ({ headers }: Asker, asked: Asked): Promise<Answer> => {
  const response = await fetch(`${server.address}${asked.path}`, {
    method: asked.method,
    headers: { server: '1', 'x-reason': 'x', ...headers, ...(asked.body ? { 'content-type': 'application/json' } : {}) },
    ...(asked.body ? { body: JSON.stringify(asked.body) } : {}),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  // A book, a package: whatever is packed is looked into.
  const text = bytes.subarray(0, 2).toString('latin1') === 'PK' ? unzipSync(bytes) : bytes.toString()
  const code = text.startsWith('{"code":') ? Number(/^\{"code":(-?\d+)/.exec(text)?.[1]) : null
  return { ...asked, status: response.status, code, text }
}

/** As many at once as the machine has use for. */
export const inParallel = async <T, R>(all: readonly T[], work: (one: T) => Promise<R>, most = 8): Promise<R[]> => {
  const answers: R[] = []
  let at = 0
  const next = async (): Promise<void> => {
    for (let i = at++; i < all.length; i = at++) answers[i] = await work(all[i]!)
  }
  await Promise.all(Array.from({ length: most }, next))
  return answers
}

/** What a stream says while something happens. */
export const heard = async (asker: Asker, during: () => Promise<void>): Promise<string> => {
  const control = new AbortController()
  const path = asker.kind === 'admin' ? '/admin/task/stream' : '/api/task/stream'
  const response = await fetch(`${server.address}${path}`, { headers: { server: '1', ...asker.headers }, signal: control.signal })
  let text = ''
  const reading = (async () => {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString()
  })().catch(() => {})
  await expect.poll(() => text, { timeout: 20_000 }).toContain('event: open')
  await during()
  control.abort()
  await reading
  return text
}
export const pathOf = ({ path }: Asked): string => path.split('?')[0] ?? path
