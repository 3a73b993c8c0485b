import { person } from './person.ts'
import type { TestServer } from './server.ts'

export type Row = Record<string, unknown> & { id: number; version: number; state: string }
export type Call = TestServer['call']
export type Person = Awaited<ReturnType<typeof person>>

/** Everything about studies and their data but to see those of others and what is masked. */
export const STUDY_RULES = /^(study|clinical)(?!\/project\/all$|\/data\/reveal$)(\/|$)/

const because = (reason?: string) => (reason ? { headers: { 'x-reason': encodeURIComponent(reason) } } : {})
export const post = <T = { row: Row }>(call: Call, path: string, body: object, reason?: string) =>
  call<T>(`/admin/${path}`, { body, ...because(reason) })
export const add = async (call: Call, name: string, body: object): Promise<Row> => {
  const { code, msg, data } = await post(call, `${name}/add`, body)
  if (code !== 1) throw new Error(`${name}: ${msg} ${JSON.stringify(data)}`)
  return data.row
}
export const read = async (call: Call, name: string, id: number): Promise<Row> =>
  (await call<{ row: Row }>(`/admin/${name}/read`, { query: { id: String(id) } })).data.row
export const move = async (call: Call, name: string, id: number, to: string, reason?: string) =>
  post(call, `${name}/move`, { id, version: (await read(call, name, id)).version, to }, reason)

/** A study led by whoever calls, agreed to: it collects from its first dictionary on (`publish`). */
export const collecting = async (call: Call, code: string, department: number, pi: number) => {
  const study = await add(call, 'study.project', {
    code,
    title: `研究 ${code}`,
    titleEn: `Study ${code}`,
    department,
    plannedN: 20,
    pi,
    ethicsNo: 'E-1',
  })
  const visit = await add(call, 'study.visit', { study: study.id, code: 'V1', name: '基线', nameEn: 'Baseline', day: 0 })
  for (const to of ['submitted', 'approved']) await step(call, 'study.project', study.id, to)
  return { study: study.id, visit: visit.id }
}
const step = async (call: Call, name: string, id: number, to: string, reason?: string): Promise<{ asked?: number }> => {
  const { code, msg, data } = await post<{ asked?: number }>(
    call,
    `${name}/move`,
    { id, version: (await read(call, name, id)).version, to },
    reason,
  )
  if (code !== 1) throw new Error(`${to}: ${msg} ${JSON.stringify(data)}`)
  return data
}

type Form = { id: number; code: string }
/** What the editor sends: the number of a form is the server's. */
type Draft = { forms: object[]; codelists: object[]; variables: Record<string, unknown>[] }
type Content = { forms: Form[]; codelists: object[]; variables: Record<string, unknown>[] }
export const variable = (form: string, code: string, more: object = {}) => ({
  form,
  slot: null,
  code,
  label: code,
  labelEn: '',
  section: '',
  type: 'text',
  unit: '',
  codelist: '',
  min: '',
  max: '',
  required: false,
  branching: '',
  formula: '',
  missingCodes: [],
  sensitivity: 0,
  critical: false,
  ...more,
})
export const form = (code: string, more: object = {}) => ({ code, name: code, nameEn: code, repeats: false, doubleEntry: false, ...more })

type Saved = { content: Content; problems: object[]; version: number }
export const save = async (call: Call, id: number, content: object) =>
  post<Saved>(call, 'study.dictionary/save', { ids: [id], content, version: (await read(call, 'study.dictionary', id)).version })

/** Somebody who sees every study and may agree to what is asked for. */
export const secondPerson = async (server: TestServer, username = 'agreeing'): Promise<Call> =>
  (await person(server, username, /^(study|approval)(\/|$)/)).call
/** Agrees to everything that waits for a second person. */
export const agreeToAll = async (by: Call): Promise<void> => {
  const { data } = await by<{ list: { id: number; state: string }[] }>('/admin/approval/index', { query: { limit: '100' } })
  const ids = data.list.filter(({ state }) => state === 'requested').map(({ id }) => id)
  const { code, msg, data: done } = await post<{ count: number }>(by, 'approval/approve', { ids })
  if (code !== 1 || done.count !== ids.length) throw new Error(`agree: ${msg} ${JSON.stringify(done)}`)
}

/** A new version of the dictionary with this content, published; answers it as it is stored. The first begins the collecting, later ones need `second`. */
export const publish = async (call: Call, study: number, content: (before: Draft) => object, second?: Call): Promise<Content> => {
  const version = await add(call, 'study.dictionary', { study })
  const before = await call<{ content: Content }>('/admin/study.dictionary/content', { query: { id: String(version.id) } })
  const plain = { ...before.data.content, forms: before.data.content.forms.map((one) => ({ ...one, id: undefined })) }
  const saved = await save(call, version.id, content(plain))
  if (saved.code !== 1) throw new Error(`save: ${saved.msg}`)
  const { asked } = await step(call, 'study.dictionary', version.id, 'published', '发布')
  if (asked && second) await agreeToAll(second)
  else if (asked) throw new Error('publish: nobody to agree to a later version')
  if ((await read(call, 'study.project', study)).state === 'approved') await step(call, 'study.project', study, 'collecting')
  return saved.data.content
}
