import { request } from '../api/request.ts'
import { runAction } from '../api/resource.ts'
import { uuid } from '../api/uuid.ts'

export type Matter = { resource: string; record: number }
export type Said = { id: number; at: string; by: string; text: string; mentions: string[] }
/** `username` is empty where the reader sees names alone. */
export type Person = { kind: 'admin' | 'member'; id: number; name: string; username: string }
const quiet = { showError: false, cancelDuplicate: false } as const

/** Whom one picked and then deleted from the text is not called. */
export const isMentioned =
  (text: string) =>
  ({ name }: Person): boolean =>
    text.includes(`@${name}`)
/** Admins and members are numbered apart. */
const called = (people: readonly Person[]) => ({
  mentions: people.filter(({ kind }) => kind === 'admin').map(({ id }) => id),
  members: people.filter(({ kind }) => kind === 'member').map(({ id }) => id),
})

/** `held`: why nobody says more, in words. */
export type Talked = { title: string; list: Said[]; held: string | null }
export const fetchComments = ({ resource, record }: Matter, signal: AbortSignal) =>
  request<Talked>({ url: '/admin/comment/of', params: { resource, record }, signal, ...quiet }).then(({ data }) => data)
export const fetchPeople = ({ resource, record }: Matter, name: string) =>
  request<{ list: Person[] }>({ url: '/admin/comment/people', params: { resource, record, name }, ...quiet }).then(({ data }) => data.list)
export const sayComment = ({ resource, record }: Matter, text: string, people: readonly Person[]) =>
  runAction('comment', 'say', [], { resource, record, text, ...called(people) }, uuid(), { showError: false, showSuccess: false })

const own = (action: string) => `/api/study/comment/${action}`
export type Talk = Matter & { title: string; count: number; at: string }
export const fetchTalks = () => request<{ list: Talk[] }>({ url: own('index'), ...quiet }).then(({ data }) => data.list)
export const fetchOwnComments = ({ resource, record }: Matter) =>
  request<Talked>({ url: own('of'), params: { resource, record }, ...quiet }).then(({ data }) => data)
export const fetchOwnPeople = ({ resource, record }: Matter, name: string) =>
  request<{ list: Person[] }>({ url: own('people'), params: { resource, record, name }, ...quiet }).then(({ data }) => data.list)
export const sayOwnComment = ({ resource, record }: Matter, text: string, people: readonly Person[]) =>
  request({ url: own('say'), method: 'POST', data: { resource, record, text, ...called(people) }, ...quiet })
