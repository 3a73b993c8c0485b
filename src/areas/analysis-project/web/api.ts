import { runAction } from '#web/api/resource.ts'
import { request } from '#web/api/request.ts'
import { saveByTicket } from '#web/api/ticket.ts'
import { uuid } from '#web/api/uuid.ts'
import type { Assessment, Delivered, Offer, Trial, Wanted } from '#web/study/analysis/plan.ts'

const NAME = 'analysis.project'
const get = <T>(action: string, params: Record<string, number>, signal?: AbortSignal) =>
  request<T>({ url: `/admin/${NAME}/${action}`, params, signal, showError: false, cancelDuplicate: false }).then((a) => a.data)
export const fetchOffer = (id: number, signal: AbortSignal) => get<Offer>('offer', { id }, signal)
export const fetchTrial = (id: number, task: number, signal: AbortSignal) => get<Trial>('trial', { id, task }, signal)
export const fetchDelivered = (id: number, signal: AbortSignal) => get<Delivered>('delivered', { id }, signal)

export const arrange = (id: number, wanted: Wanted) => runAction(NAME, 'arrange', [id], { ...wanted }, uuid(), { showSuccess: true })
export const tryNow = (id: number, wanted: Wanted, signal: AbortSignal) =>
  request<Assessment>({
    url: `/admin/${NAME}/trial`,
    method: 'POST',
    data: { id, ...wanted },
    signal,
    showError: false,
    cancelDuplicate: false,
  }).then((a) => a.data)
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

export const savePackage = (id: number): Promise<void> => saveByTicket(`/admin/${NAME}/package`, { id })
