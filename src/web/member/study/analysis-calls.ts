import type { Assessment, Delivered, Offer, Trial, Wanted } from '../../study/analysis/plan.ts'
import { request, requestBlob } from '../../api/request.ts'
import { uuid } from '../../api/uuid.ts'

export type AskedHead = {
  id: number
  code: string
  title: string
  state: string
  validUntil: string
  releasedAt: string | null
  updatedAt: string
  study: string | null
}
export type AskableStudy = { id: number; code: string; title: string; isReady: boolean }
export type Step = { at: string; by: string; state: string; reason: string | null }
export type OwnRequest = AskedHead &
  Pick<Delivered, 'atWork' | 'error' | 'downloads' | 'leftOut'> & {
    version: number
    purpose: string
    cohortForm: number | null
    cohort: string | null
    plan: unknown
    subjects: number | null
    rows: number | null
    size: number | null
    sha256: string | null
    look: unknown
    keyDestroyedAt: string | null
    offer: Offer
    said: Step[]
    isOver: boolean
  }
export type About = { title: string; purpose: string; validUntil: string }

const url = (action: string) => `/api/study/analysis/${action}`
const quiet = { showError: false, cancelDuplicate: false } as const
const send = <T>(action: string, data: object, showSuccess: string | false = false) =>
  request<T>({
    url: url(action),
    method: 'POST',
    data: { ...data },
    showError: false,
    showSuccess,
    headers: { 'idempotency-key': uuid() },
  }).then((a) => a.data)

export const fetchRequests = () =>
  request<{ studies: AskableStudy[]; list: AskedHead[] }>({ url: url('index'), ...quiet }).then((a) => a.data)
export const fetchRequest = (id: number) => request<OwnRequest>({ url: url('read'), params: { id }, ...quiet }).then((a) => a.data)
export const fetchOwnTrial = (id: number, task: number, signal: AbortSignal) =>
  request<Trial>({ url: url('trial'), params: { id, task }, signal, ...quiet }).then((a) => a.data)
export const addRequest = (study: number, about: About) => send<{ id: number }>('add', { study, ...about })
export const saveRequest = (id: number, version: number, about: About, wanted: Wanted, done: string | false) =>
  send<{ version: number }>('save', { id, version, ...about, ...wanted }, done)
export const tryOwnNow = (id: number, wanted: Wanted, signal: AbortSignal) =>
  request<Assessment>({ url: url('trial'), method: 'POST', data: { id, ...wanted }, signal, ...quiet }).then((a) => a.data)
export const assessRequest = (id: number, wanted: Wanted) => send<{ task: number }>('assess', { id, ...wanted }).then(({ task }) => task)
export const submitRequest = (id: number, version: number, done: string) => send<AskedHead>('submit', { id, version }, done)
export const recallRequest = (id: number, done: string) => send<AskedHead>('recall', { id }, done)
export const fetchPackage = (id: number) => requestBlob({ url: url('package'), params: { id } })
