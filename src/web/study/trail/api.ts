import { request } from '../../api/request.ts'
import { saveByTicket } from '../../api/ticket.ts'
import type { Told } from '../told-lines.tsx'

export const KINDS = [
  'data',
  'file',
  'subject',
  'finding',
  'query',
  'comment',
  'verification',
  'closing',
  'delivery',
  'release',
  'design',
] as const
export type Kind = (typeof KINDS)[number]
export type Event = {
  at: string
  rank: number
  id: number
  by: string
  kind: Kind
  resource: string
  record: string
  label: string
  reason: string | null
  form: number | null
  formName: string | null
  subject: number | null
  subjectCode: string | null
  visitName: string | null
  what: string
  where: string
  lines: Told[]
}
export type Page = { forms: { id: number; name: string; nameEn: string }[]; list: Event[]; next: string | null }
/** What is asked for: it stands in the address as it is sent. */
export type Wish = {
  study: number
  subject?: number | undefined
  kind: string
  by: string
  form: string
  from: string
  to: string
  order: string
}

const sent = ({ study, subject, ...filter }: Wish): Record<string, string | number> => ({
  study,
  ...(subject === undefined ? {} : { subject }),
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
})
export const fetchTrail = (wish: Wish, after: string | null, signal?: AbortSignal) =>
  request<Page>({
    url: '/admin/study.trail/index',
    params: { ...sent(wish), ...(after ? { after } : {}) },
    ...(signal ? { signal } : {}),
    showError: false,
    cancelDuplicate: false,
  }).then(({ data }) => data)

export const saveTrail = (wish: Wish): Promise<void> => saveByTicket('/admin/study.trail/export', sent(wish))
