import { request } from './request.ts'

export type ViewState = { query: string; hidden: string[]; shown: string[]; order: string[]; pinned: string[] }
export type SavedView = { id: number; name: string; state: ViewState; mine: boolean; shared: boolean; by: string | null }
export type NewView = { id?: number; resource: string; name: string; shared: boolean; state: ViewState }

export const fetchViews = (resource: string) =>
  request<{ list: SavedView[] }>({ url: '/admin/savedView/index', params: { resource }, showError: false, cancelDuplicate: false }).then(
    (a) => a.data.list,
  )
export const saveView = (view: NewView) =>
  request<{ id: number }>({ url: '/admin/savedView/save', method: 'POST', data: view, showSuccess: true }).then((a) => a.data.id)
export const removeView = (id: number) => request({ url: '/admin/savedView/remove', method: 'POST', data: { id } })
