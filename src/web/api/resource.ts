import { type Held, type ListPage, type Marks, type Option, printQuery } from '#kernel'
import { request } from './request.ts'
import { uuid } from './uuid.ts'
import { t } from '../i18n/index.ts'
import type { Move } from '../grid/reorder.ts'

/** A record as the server answers it: columns by name, and the labels of references beside them. */
export type RowData = Record<string, unknown> & {
  id: number
  version?: number
  parentId?: number | null
  _labels?: Record<string, string | readonly string[]>
  /** What is to be noticed about its cells. */
  _marks?: Marks[number] | undefined
  /** What keeps it as it is. */
  _held?: Held
}

const url = (name: string, action: string): string => `/admin/${name}/${action}`
/** One key per intention of the person: pressing twice, or a retry after a broken line, must not write twice. */
const once = (key: string = uuid()) => ({ 'idempotency-key': key })
const quiet = { showError: false, cancelDuplicate: false } as const

/** Headers carry Latin letters only. */
const why = (reason: string | undefined): Record<string, string> => (reason ? { 'x-reason': encodeURIComponent(reason) } : {})

export type ListParams = Record<string, string | number | undefined>
export const fetchList = (name: string, action: 'index' | 'recycle', params: ListParams, signal?: AbortSignal) =>
  request<ListPage<RowData>>({ url: url(name, action), params, signal, ...quiet }).then((a) => a.data)

export const fetchRow = (name: string, id: number, signal?: AbortSignal) =>
  request<{ row: RowData }>({ url: url(name, 'edit'), params: { id }, signal, ...quiet }).then((a) => a.data.row)

/** A record as whoever may see the list may read it, and who changed it last. */
export type ReadRecord = { row: RowData; changed: { by: string; at: string; action: string } | null }
export const readRow = (name: string, id: number, signal?: AbortSignal) =>
  request<ReadRecord>({ url: url(name, 'read'), params: { id }, signal, ...quiet }).then((a) => a.data)

/** A record in the bin. */
export const findRecycled = async (name: string, id: number, signal?: AbortSignal): Promise<RowData> => {
  const asked = printQuery({ page: 1, limit: 10, search: [{ field: 'id', operator: '=', val: String(id) }] })
  const [row] = (await fetchList(name, 'recycle', asked, signal)).list
  if (!row) throw new Error(t('list:detail.gone'))
  return row
}

/** A record as somebody has seen it. */
type Seen = { id: number; version?: number | undefined }
export type Saved = { row?: RowData; id?: number }
export const saveRow = (name: string, mode: 'add' | 'edit', data: Record<string, unknown>, key: string, reason?: string) => {
  const headers = { ...once(key), ...why(reason) }
  return request<Saved | null>({ url: url(name, mode), method: 'POST', data, headers, showError: false, showSuccess: true }).then(
    (a) => a.data,
  )
}

/** One column of one row, from a switch in the list. The version: what somebody else changed meanwhile is not overwritten unseen. */
export const saveField = (name: string, { id, version }: Seen, field: string, value: unknown, reason?: string) =>
  request<Saved | null>({
    url: url(name, 'edit'),
    method: 'POST',
    data: { id, version, [field]: value },
    headers: { ...once(), ...why(reason) },
  })

const ids = (list: readonly number[]) => ({ ids: list.join(',') })
export const deleteRows = (name: string, list: readonly number[], reason?: string, showSuccess = true) =>
  request({ url: url(name, 'del'), method: 'DELETE', params: ids(list), headers: { ...once(), ...why(reason) }, showSuccess })
export const restoreRows = (name: string, list: readonly number[], wish: object, reason?: string) => {
  const headers = { ...once(), ...why(reason) }
  return request({ url: url(name, 'restore'), method: 'POST', data: { ids: list, ...wish }, headers, showError: false, showSuccess: true })
}
/** One field of many records. What is answered undoes it, sent the same way; null where nobody may read it. */
export type SetRow = { id: number; version?: number | undefined; value: unknown }
export const setField = (name: string, field: string, rows: readonly SetRow[], key: string, reason?: string) =>
  request<{ count: number; before: SetRow[] | null }>({
    url: url(name, 'set'),
    method: 'POST',
    data: { field, rows },
    headers: { ...once(key), ...why(reason) },
    showError: false,
  }).then((a) => a.data)
/** What is done to everything that a filter finds. */
export type BulkAct =
  | { verb: 'set'; field: string; value: unknown }
  | { verb: 'del' | 'restore' }
  | { verb: 'move'; to: string }
  | { verb: 'act'; action: string; input: Record<string, unknown> }
/** How many a filter finds, where a page of the list counts no further than it has to. */
export const countWhole = (name: string, action: 'index' | 'recycle', params: ListParams) =>
  fetchList(name, action, { ...params, page: 1, limit: 1, whole: 'true' })
/** `count`: how many were agreed to; where the filter finds another number nothing is done. Answers the task. */
export const askBulk = (resource: string, act: BulkAct, params: ListParams, count: number, reason?: string) =>
  request<{ task: number }>({
    url: '/admin/bulk/ask',
    method: 'POST',
    data: { resource, act, params, count },
    headers: why(reason),
    showError: false,
  }).then((a) => a.data.task)
/** What may have to wait for a second person. */
export type Asked = { asked?: number; /** As so many tasks, whose ends are told. */ begun?: number }
export const purgeRows = (name: string, list: readonly number[], reason?: string) =>
  request<Asked>({ url: url(name, 'delete'), method: 'DELETE', params: ids(list), headers: { ...once(), ...why(reason) } })
export const lockRows = (name: string, locked: boolean, list: readonly number[], reason?: string) =>
  request<Asked>({
    url: url(name, locked ? 'lock' : 'unlock'),
    method: 'POST',
    data: { ids: list },
    headers: { ...once(), ...why(reason) },
  })
export const moveRecord = (name: string, { id, version }: Seen, to: string, reason?: string) =>
  request<Asked>({
    url: url(name, 'move'),
    method: 'POST',
    data: { id, version, to },
    headers: { ...once(), ...why(reason) },
    showError: false,
  })
export const moveRow = (name: string, move: Move) => request({ url: url(name, 'sortable'), method: 'POST', data: move, headers: once() })
export const runAction = (
  name: string,
  action: string,
  list: readonly number[],
  input: Record<string, unknown>,
  key: string,
  shown: { showError?: boolean; showSuccess?: boolean | string } = {},
) => request({ url: url(name, action), method: 'POST', data: { ids: list, ...input }, headers: once(key), showSuccess: true, ...shown })

export type HistoryEntry = {
  at: string
  by: string
  action: string
  reason?: string | null
  /** `parts`: of a structure whose parts have words, what changed in it. */
  changes: {
    field: string
    before: unknown
    after: unknown
    parts?: readonly { name: string; before: string | null; after: string | null }[]
  }[]
}
export const fetchHistory = (name: string, id: number, page: number, signal?: AbortSignal) =>
  request<{ list: HistoryEntry[]; total: number }>({ url: url(name, 'history'), params: { id, page, limit: 20 }, signal, ...quiet }).then(
    (a) => a.data,
  )

export type OptionPage = { options: Option[]; total: number; capped?: boolean }
export const fetchOptions = (name: string, params: ListParams, signal?: AbortSignal) =>
  request<OptionPage>({ url: url(name, 'index'), params: { select: 'true', ...params }, signal, ...quiet }).then((a) => a.data)
