import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasTrait, type ListPage, type Resource } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { useLanguage } from '../../i18n/index.ts'
import { type ListState, listParams } from '../address.ts'
import { fetchList } from '../../api/resource.ts'

type Page = ListPage<RowData>

const withMarks = (page: Page): Page => {
  const { marks } = page
  return marks ? { ...page, list: page.list.map((row) => (marks[row.id] ? { ...row, _marks: marks[row.id] } : row)) } : page
}

/** While the next page is on its way the previous one stays: the grid never jumps to nothing. */
export const useList = (resource: Resource, state: ListState) => {
  const client = useQueryClient()
  const lang = useLanguage()
  const action = state.bin ? 'recycle' : 'index'
  const { page, limit, ...rest } = listParams(state, resource)
  // A tree comes whole: paging it would tear children from their parents.
  const params = hasTrait(resource, 'tree') && !state.bin ? rest : { page, limit, ...rest }
  const query = useQuery({
    // The remark and the labels of references come in the language of the request.
    queryKey: ['list', resource.name, action, params, lang],
    queryFn: ({ signal }) => fetchList(resource.name, action, params, signal),
    placeholderData: keepPreviousData,
    select: withMarks,
  })
  const everyList = { queryKey: ['list', resource.name] }
  return {
    query,
    /** Shows a change before the server has confirmed it. */
    patch: (change: (rows: RowData[]) => RowData[]) =>
      client.setQueriesData<Page>(everyList, (old) => old && { ...old, list: change(old.list) }),
    reload: () => client.invalidateQueries(everyList),
  }
}
