import { request } from '#web/api/request.ts'
import { runAction } from '#web/api/resource.ts'

export const NAME = 'study.secondEntry'
export type Waiting = {
  form: number
  formName: string
  record: number
  subject: string
  visit: string | null
  instance: number
  since: string
  /** Variables that this person does not read, and so is not asked for. */
  unread: readonly string[]
}
export type Difference = { field: string; first: string | null; second: string | null; value?: string | null; isHidden: boolean }

const quiet = { showError: false, cancelDuplicate: false } as const
export const fetchWaiting = (study: number, signal?: AbortSignal) =>
  request<{ list: Waiting[] }>({ url: `/admin/${NAME}/waiting`, params: { study }, signal, ...quiet }).then(({ data }) => data.list)
export const fetchDifferences = (id: number, signal?: AbortSignal) =>
  request<{ resource: string; version: number; list: Difference[] }>({
    url: `/admin/${NAME}/differences`,
    params: { id },
    signal,
    ...quiet,
  }).then(({ data }) => data)

const countIn = (data: unknown): number => (typeof data === 'object' && data !== null ? Number(Reflect.get(data, 'count') ?? 0) : 0)
/** How many values differ from the first entry. */
export const enterSecond = (input: { form: number; record: number; values: Record<string, unknown> }, key: string): Promise<number> =>
  runAction(NAME, 'enter', [], input, key, { showError: false, showSuccess: false }).then(({ data }) => countIn(data))
export type Choice = 'first' | 'second' | { value: string }
/** `version`: the record as it was seen. */
type Settling = { choices: Readonly<Record<string, Choice>>; version: number; reason: string }
export const settle = (id: number, input: Settling, key: string) => runAction(NAME, 'settle', [id], input, key, { showError: false })
