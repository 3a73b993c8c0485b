import { request } from '#web/api/request.ts'
import { saveByTicket } from '#web/api/ticket.ts'
import { uuid } from '#web/api/uuid.ts'

type Words = Readonly<Record<string, string>>
export type Note = { form: string; variable: string; words: Words }
export type Foretold = {
  title: string
  visits: { code: string; name: string; day: number }[]
  arms: string[]
  forms: { code: string; name: string; repeats: boolean; variables: number }[]
  codelists: number
  variables: number
  held: { subjects: number; records: number; values: number; audited: number }
  notes: Note[]
  problems: Note[]
}
const quiet = { showError: false, cancelDuplicate: false } as const
const at = (action: string) => `/admin/study.project/${action}`

export const foretellTake = (text: string) =>
  request<Foretold>({ url: at('foretell'), method: 'POST', data: { text }, ...quiet }).then((a) => a.data)

export type Own = { code: string; title: string; titleEn: string; department: number }
export const takeOver = (text: string, own: Own) =>
  request<{ id: number }>({
    url: at('take'),
    method: 'POST',
    data: { text, ...own },
    headers: { 'idempotency-key': uuid() },
    ...quiet,
  }).then((a) => a.data)

export type Format = 'odm' | 'json' | 'xpt'
export type Given = {
  forms: { code: string; name: string; nameEn: string; variables: number; records: number }[]
  masked: { form: string; code: string }[]
  misfits: Note[]
}
export const foretellGive = (id: number, format: Format) =>
  request<Given>({ url: at('give'), method: 'POST', data: { ids: [id], format }, ...quiet, showSuccess: false }).then((a) => a.data)

export const savePackage = (id: number, format: Format): Promise<void> => saveByTicket(at('package'), { id, format })
