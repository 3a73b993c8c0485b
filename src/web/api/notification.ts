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

const quiet = { showError: false, cancelDuplicate: false } as const
export const fetchUnread = () => request<{ unread: number }>({ url: '/admin/notification/unread', ...quiet }).then((a) => a.data.unread)
/** Those before that one; 0: the newest. */
export const fetchNotifications = (before: number) =>
  request<NotificationPage>({ url: '/admin/notification/index', params: before ? { before } : {}, ...quiet }).then((a) => a.data)
/** Without a list: all. */
export const markRead = (ids?: readonly number[]) =>
  request<{ unread: number }>({ url: '/admin/notification/read', method: 'POST', data: ids ? { ids } : {} }).then((a) => a.data.unread)
export const fetchKinds = () =>
  request<{ list: NotificationKind[] }>({ url: '/admin/notification/kinds', ...quiet }).then((a) => a.data.list)
export const switchKind = (kind: string, on: boolean) => request({ url: '/admin/notification/switch', method: 'POST', data: { kind, on } })
