import { request } from './request.ts'

export type Invitation = { study: string; name: string; role: string; by: string; email: string | null; expiresAt: string; sites: string[] }

const call = <T>(action: string, code: string) =>
  request<T>({ url: `/api/study/invitation/${action}`, method: 'POST', data: { code }, showError: false, cancelDuplicate: false }).then(
    (answer) => answer.data,
  )
export const readInvitation = (code: string) => call<Invitation>('read', code)
export const acceptInvitation = (code: string) => call<{ study: string }>('accept', code)
