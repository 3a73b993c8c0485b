import { request } from '#web/api/request.ts'
import { saveByTicket } from '#web/api/ticket.ts'

export type Placed = { row: number; subject: string | null; visit: string | null; instance: string | null }
export type Values = Readonly<Record<string, string | null>>
export type ProblemLine = Placed & { text: string }
export type Changes = {
  atWork: boolean
  explains: boolean
  isOpen: boolean
  error: string | null
  decided: { reason: string | null; by: string | null; at: string } | null
  targets: readonly { name: string; title: string }[]
  columns: readonly { name: string; values: readonly string[] }[]
  added: readonly (Placed & { values: Values })[]
  changed: readonly (Placed & { id: number; cells: readonly { slot: string; before: string | null; after: string | null }[] })[]
  refused: readonly ProblemLine[]
  stops: readonly ProblemLine[]
  warns: readonly ProblemLine[]
  vanished: readonly (Omit<Placed, 'row'> & { id: number })[]
  removed: string
}

export const fetchChanges = (id: number, signal: AbortSignal) =>
  request<Changes>({ url: '/admin/gather.delivery/changes', params: { id }, signal, showError: false, cancelDuplicate: false }).then(
    (a) => a.data,
  )

export const saveSource = (id: number): Promise<void> => saveByTicket('/admin/gather.delivery/source', { id })
export const saveRefused = (id: number, as: 'csv' | 'excel'): Promise<void> => saveByTicket('/admin/gather.delivery/refused', { id, as })
