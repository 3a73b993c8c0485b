import { request } from './request.ts'

export type OwnStudy = { id: number; title: string }
export type OwnSubject = { id: number; code: string; files: number }
export type SubjectFile = {
  id: number
  name: string
  kindText: string
  size: number | null
  state: string
  stateText: string
  at: string
  visit: string | null
  /** Where it is looked at. */
  url: string | null
}
export type SubjectFiles = {
  subject: { id: number; code: string; study: number }
  visits: { id: number; name: string }[]
  list: SubjectFile[]
}

const url = (path: string) => `/api/study/file/${path}`
const quiet = { showError: false, cancelDuplicate: false } as const

export const fetchStudies = () => request<{ list: OwnStudy[] }>({ url: url('studies'), ...quiet }).then((a) => a.data.list)
export const fetchSubjects = (study: number, code: string) =>
  request<{ list: OwnSubject[]; hasMore: boolean }>({ url: url('subjects'), params: { study, code }, ...quiet }).then((a) => a.data)
export const fetchFiles = (subject: number) =>
  request<SubjectFiles>({ url: url('index'), params: { subject }, ...quiet }).then((a) => a.data)

export type RecordPlace = { subject: number; visit: number | null; form: number; instance: number }
/** What was sent with one record of a form. */
export const fetchRecordFiles = ({ visit, ...place }: RecordPlace) =>
  request<{ list: SubjectFile[] }>({ url: url('record'), params: { ...place, ...(visit !== null && { visit }) }, ...quiet }).then(
    (a) => a.data.list,
  )
