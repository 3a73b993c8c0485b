import { request } from './request.ts'

export type Notification = {
  id: number
  kind: string
  text: string
  address: string | null
  times: number
  at: string
  readAt: string | null
}
export type NotificationPage = { list: Notification[]; hasMore: boolean; unread: number }
export type NotificationKind = { kind: string; title: string; icon: string; on: boolean }

export type Audience = 'admin' | 'user'

const quiet = { showError: false, cancelDuplicate: false } as const
const at = (audience: Audience, action: string): string => `/${audience === 'admin' ? 'admin' : 'api'}/notification/${action}`
export const fetchUnread = (audience: Audience) =>
  request<{ unread: number }>({ url: at(audience, 'unread'), ...quiet }).then((a) => a.data.unread)
/** Those before that one; 0: the newest. */
export const fetchNotifications = (audience: Audience, before: number) =>
  request<NotificationPage>({ url: at(audience, 'index'), params: before ? { before } : {}, ...quiet }).then((a) => a.data)
/** Without a list: all. */
export const markRead = (audience: Audience, ids?: readonly number[]) =>
  request<{ unread: number }>({ url: at(audience, 'read'), method: 'POST', data: ids ? { ids } : {} }).then((a) => a.data.unread)
export const fetchKinds = (audience: Audience) =>
  request<{ list: NotificationKind[] }>({ url: at(audience, 'kinds'), ...quiet }).then((a) => a.data.list)
export const switchKind = (audience: Audience, kind: string, on: boolean) =>
  request({ url: at(audience, 'switch'), method: 'POST', data: { kind, on } })
