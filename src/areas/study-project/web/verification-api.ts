import { printQuery } from '#kernel'
import type { RowData } from '#web'
import { request } from '#web/api/request.ts'
import { fetchList } from '#web/api/resource.ts'
import { PAPER_ROWS } from '#web/grid/paper.ts'

const quiet = { showError: false, cancelDuplicate: false } as const
export type Site = { id: number; name: string; records: number; source: number; review: number; planned: number; verified: number }
export type Plan = { id: number; critical: boolean; percent: number; seed: string; subjects: number; drawn: number }
export type Progress = { plan: Plan | null; sites: Site[] }
export type Left = {
  form: number
  record: number
  code: string
  formName: string
  visit: string | null
  site: string
  drawn: boolean
  /** The critical variables that nobody has looked at. */
  lacking: string[]
}

export const fetchProgress = (study: number, signal: AbortSignal) =>
  request<Progress>({ url: '/admin/study.mark/progress', params: { study }, signal, ...quiet }).then(({ data }) => data)

/** Of one site, or of all. */
export const fetchLeft = (study: number, site: string, signal: AbortSignal) =>
  request<{ list: Left[]; most: number }>({
    url: '/admin/study.mark/left',
    params: { study, ...(site === 'all' ? {} : { site }) },
    signal,
    ...quiet,
  }).then(({ data }) => data)

const PAGE = 500
/** The marks that hold, oldest first, as many as go on paper. */
export const fetchMarks = async (study: number): Promise<{ list: RowData[]; total: number }> => {
  const search = [
    { field: 'study', operator: '=' as const, val: String(study) },
    { field: 'state', operator: 'IN' as const, val: 'valid' },
  ]
  const all: RowData[] = []
  for (let page = 1; ; page++) {
    const wish = { page, limit: PAGE, sort: [{ field: 'id', descending: false }], search }
    const { list, total } = await fetchList('study.mark', 'index', printQuery(wish))
    all.push(...list)
    if (list.length < PAGE || all.length >= Math.min(total, PAPER_ROWS)) return { list: all, total }
  }
}
