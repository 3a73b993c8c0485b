import { request } from '#web/api/request.ts'
import { uuid } from '#web/api/uuid.ts'
import type { Values } from '#web/resource/form/draft.ts'

export type Profile = Values & {
  id: number
  username: string
  nickname: string
  avatar: string | null
  department: string | null
  job: string | null
  groups: string[]
  version: number
  lastLoginAt: string | null
  lastLoginIp: string | null
  createdAt: string
}
export type Session = { id: string; createdAt: string; lastAt: string; ip: string; userAgent: string; current: boolean }
/** `stopped`: the last session that was ended because a copy of its token was used. */
export type Sessions = { list: Session[]; stopped: { at: string; ip: string } | null }
export type Activity = {
  id: number
  at: string
  action: string
  where: string
  label: string
  fields: string[]
  ip: string
  isRefused: boolean
}

const quiet = { showError: false, cancelDuplicate: false } as const
const url = (action: string) => `/admin/profile/${action}`
const write = (action: string, data: Values) =>
  request<{ row: Profile } | null>({
    url: url(action),
    method: 'POST',
    data,
    headers: { 'idempotency-key': uuid() },
    showError: false,
    showSuccess: true,
  }).then((a) => a.data)

export const fetchProfile = () => request<{ row: Profile }>({ url: url('index'), ...quiet }).then((a) => a.data.row)
export const saveProfile = (change: Values) => write('edit', change).then((data) => (data as { row: Profile }).row)
export const changePassword = (change: Values) => write('changePassword', change)
export const fetchSessions = () => request<Sessions>({ url: url('sessions'), ...quiet }).then((a) => a.data)
export const endSession = (id: string) => write('endSession', { id })
export const fetchActivity = (page: number) =>
  request<{ list: Activity[]; total: number; limit: number }>({ url: url('activity'), params: { page }, ...quiet }).then((a) => a.data)
