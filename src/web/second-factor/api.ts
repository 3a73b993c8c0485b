import { request } from '../api/request.ts'
import type { Audience } from '../api/session.ts'

export type Offer = { secret: string; address: string }
export type Status = { factor: { since: string; left: number } | null; isRequired: boolean }
/** What was typed to prove who one is. */
export type Proof = { password: string; code: string }

const BASE: Record<Audience, string> = { admin: '/admin/profile', user: '/api/account' }
const post = <T>(audience: Audience, action: string, data: Record<string, unknown>) =>
  request<T>({ url: `${BASE[audience]}/${action}`, method: 'POST', data, showError: false }).then((a) => a.data)

export const fetchStatus = (audience: Audience) =>
  request<Status>({ url: `${BASE[audience]}/secondFactor`, showError: false, cancelDuplicate: false }).then((a) => a.data)
export const begin = (audience: Audience, password: string) => post<Offer>(audience, 'beginSecondFactor', { password })
export const confirm = (audience: Audience, code: string) =>
  post<{ recovery: string[] }>(audience, 'confirmSecondFactor', { code }).then((d) => d.recovery)
export const renew = (audience: Audience, proof: Proof) =>
  post<{ recovery: string[] }>(audience, 'renewRecovery', proof).then((d) => d.recovery)
export const end = (audience: Audience, proof: Proof) => post<null>(audience, 'endSecondFactor', proof)
