import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasTrait, type ListPage, type Resource } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { useLanguage } from '../../i18n/index.ts'
import { type ListState, listParams } from '../address.ts'
import { fetchList } from '../../api/resource.ts'
import { CHUNK, useChunks } from './use-chunks.ts'

type Page = ListPage<RowData>

const withMarks = (page: Page): Page => {
  const { marks } = page
  return marks ? { ...page, list: page.list.map((row) => (marks[row.id] ? { ...row, _marks: marks[row.id] } : row)) } : page
}

/** A page at a time, or all rows as a window shows them. While what comes next is on its way the previous stays: the grid never jumps to nothing. */
export const useList = (resource: Resource, state: ListState, windowed: boolean) => {
  const client = useQueryClient()
  const lang = useLanguage()
  const action = state.bin ? 'recycle' : 'index'
  const { page: _page, limit: _limit, ...rest } = listParams(state, resource)
  // A tree comes whole: paging it would tear children from their parents.
  const whole = hasTrait(resource, 'tree') && !state.bin
  const limit = windowed ? CHUNK : state.limit
  const pageAt = (page: number) => {
    const params = whole ? rest : { page, limit, ...rest }
    return {
      // The remark and the labels of references come in the language of the request.
      queryKey: ['list', resource.name, action, params, lang],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchList(resource.name, action, params, signal).then(withMarks),
    }
  }
  const query = useQuery({ ...pageAt(windowed ? 1 : state.page), placeholderData: keepPreviousData })
  const chunks = useChunks(pageAt, query.data, windowed && !query.isPlaceholderData)
  const everyList = { queryKey: ['list', resource.name] }
  return {
    query,
    chunks,
    /** Another list than before: it is read from its beginning. */
    start: JSON.stringify([action, rest]),
    /** Shows a change before the server has confirmed it. */
    patch: (change: (rows: RowData[]) => RowData[]) =>
      client.setQueriesData<Page>(everyList, (old) => old && { ...old, list: change(old.list) }),
    reload: () => client.invalidateQueries(everyList),
  }
}
