import { runAction } from '#web/api/resource.ts'
import { request } from '#web/api/request.ts'
import { withParams } from '#web/api/send.ts'
import { uuid } from '#web/api/uuid.ts'

const NAME = 'analysis.project'
export type Kind = 'keep' | 'drop' | 'pseudonym' | 'shift' | 'year' | 'month' | 'band' | 'mask'
export type Treatment = { kind: Kind; width?: number; top?: number | null; first?: number; last?: number }
export type Chosen = { form: number; slot: number; treatment: Treatment; quasi: boolean }
export type Plan = {
  site: 'keep' | 'pseudonym' | 'drop'
  format: 'csv' | 'parquet'
  k: number
  l: number
  sensitive: { form: number; slot: number } | null
  variables: Chosen[]
}
export type Wanted = { cohortForm: number | null; cohort: string; plan: Plan }
export type Variable = {
  form: number
  slot: number
  code: string
  label: string
  labelEn: string
  type: string
  sensitivity: number
  treatments: Kind[]
}
export type Offer = {
  forms: { id: number; code: string; name: string; nameEn: string }[]
  variables: Variable[]
  problems: { form: number | null; slot: number | null; text: string }[]
  /** Asked for by whoever looks: nobody else writes the plan. */
  isMine: boolean
}
type Figures = { subjects: number | null; rows: { form: string; rows: number | null }[] }
export type Assessment = {
  before: Figures
  after: Figures
  anonymity: { k: number | null; l: number | null; exposed: number | null }
  loss: {
    form: number
    slot: number
    code: string
    filled: number | null
    left: number | null
    distinct: number | null
    kinds: number | null
  }[]
  sample: { form: string; columns: string[]; before: (string | null)[][]; after: (string | null)[][] }[]
}
export type Trial = { state: string; result: Assessment | null; error: string | null }
export type Delivered = { atWork: boolean; error: string | null; isMine: boolean; downloads: { at: string; by: string; sha256: string }[] }

const get = <T>(action: string, params: Record<string, number>, signal?: AbortSignal) =>
  request<T>({ url: `/admin/${NAME}/${action}`, params, signal, showError: false, cancelDuplicate: false }).then((a) => a.data)
export const fetchOffer = (id: number, signal: AbortSignal) => get<Offer>('offer', { id }, signal)
export const fetchTrial = (id: number, task: number, signal: AbortSignal) => get<Trial>('trial', { id, task }, signal)
export const fetchDelivered = (id: number, signal: AbortSignal) => get<Delivered>('delivered', { id }, signal)

export const arrange = (id: number, wanted: Wanted) => runAction(NAME, 'arrange', [id], { ...wanted }, uuid(), { showSuccess: true })
export const assess = (id: number, wanted: Wanted) =>
  request<{ task: number }>({
    url: `/admin/${NAME}/assess`,
    method: 'POST',
    showError: false,
    data: { ids: [id], ...wanted },
    headers: { 'idempotency-key': uuid() },
  }).then((a) => a.data.task)
export const release = (id: number) => runAction(NAME, 'release', [id], {}, uuid(), { showSuccess: false })
export const destroyKey = (id: number, reason: string) => runAction(NAME, 'destroyKey', [id], { reason }, uuid(), { showSuccess: true })

/** A download sends no headers: a ticket that is good for once stands for the token. */
export const savePackage = async (id: number): Promise<void> => {
  const { data } = await request<{ ticket: string }>({ url: '/admin/index/ticket', method: 'POST', cancelDuplicate: false })
  window.location.assign(withParams(`/admin/${NAME}/package`, { id, server: 1, batoken: data.ticket }))
}
