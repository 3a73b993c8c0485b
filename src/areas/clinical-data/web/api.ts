import { request } from '#web/api/request.ts'

/** `held`: what keeps the form from taking a new record, in words. `gathers`: where a file with its records is handed in. */
export type FormEntry = {
  id: number
  code: string
  name: string
  resource: string
  total: number
  capped: boolean
  held: string | null
  /** Each of its records is entered again by somebody else. */
  isDouble: boolean
  gathers: { id: number; name: string }[]
}
export type Judgement = {
  hidden: string[]
  missing: string[]
  odd: Record<string, string>
  computed: Record<string, string | null>
  rules: { text: string; fields: string[]; stops: boolean }[]
}
export type Change = {
  id: number
  at: string
  before: string | null
  /** As it was typed, where that was in another unit. */
  entered: string | null
  after: string | null
  reason: string | null
  source: string
  by: string
  /** The delivered file that said it. */
  delivery: { id: number; name: string; number: number; row: number | null } | null
}

const quiet = { showError: false, cancelDuplicate: false } as const

export const fetchForms = (study: number, signal?: AbortSignal) =>
  request<{ forms: FormEntry[] }>({ url: '/admin/clinical.data/forms', params: { study }, signal, ...quiet }).then((a) => a.data.forms)

export const fetchJudgement = (form: number, values: Record<string, unknown>, signal?: AbortSignal) =>
  request<Judgement>({ url: '/admin/clinical.data/judge', method: 'POST', data: { form, values }, signal, ...quiet }).then((a) => a.data)

export const fetchStory = (form: number, id: number, field: string, signal?: AbortSignal) =>
  request<{ list: Change[] }>({ url: '/admin/clinical.data/story', params: { form, id, field }, signal, ...quiet }).then((a) => a.data.list)

export const fetchFormer = (form: number, id: number, signal?: AbortSignal) =>
  request<{ list: { field: string; label: string }[] }>({
    url: '/admin/clinical.data/former',
    params: { form, id },
    signal,
    ...quiet,
  }).then((a) => a.data.list)

/** `clinical.data.f12` is form 12. */
export const formIdOf = (resource: string): number => Number(/\.f(\d+)$/.exec(resource)?.[1] ?? 0)
