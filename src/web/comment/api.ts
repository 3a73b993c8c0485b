import { request } from '../api/request.ts'
import { runAction } from '../api/resource.ts'
import { uuid } from '../api/uuid.ts'

export type Matter = { resource: string; record: number }
export type Said = { id: number; at: string; by: string; text: string; mentions: string[] }
export type Person = { id: number; name: string; username: string }
const quiet = { showError: false, cancelDuplicate: false } as const

export const fetchComments = ({ resource, record }: Matter, signal: AbortSignal) =>
  request<{ list: Said[] }>({ url: '/admin/comment/of', params: { resource, record }, signal, ...quiet }).then(({ data }) => data.list)
export const fetchPeople = ({ resource, record }: Matter, name: string, signal: AbortSignal) =>
  request<{ list: Person[] }>({ url: '/admin/comment/people', params: { resource, record, name }, signal, ...quiet }).then(
    ({ data }) => data.list,
  )
export const sayComment = ({ resource, record }: Matter, text: string, mentions: readonly number[]) =>
  runAction('comment', 'say', [], { resource, record, text, mentions }, uuid(), { showError: false, showSuccess: false })
