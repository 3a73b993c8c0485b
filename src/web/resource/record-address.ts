import { useCallback } from 'react'
import type { Resource } from '#kernel'
import { listAddress, useMenu } from '../state/menu.ts'
import { useResource } from './context.ts'
import type { Half } from './half.ts'

/** Lists lead to the page of a record where there is more to see on it than in the drawer. */
const hasPage = ({ children }: Resource, { pages }: Half): boolean => pages?.record !== undefined || Object.keys(children ?? {}).length > 0

/** The address of a record's page; null where the list opens a drawer or a form, or where the menu does not lead to it. */
export const useRecordAddress = (): ((id: number) => string | null) => {
  const { resource, half } = useResource()
  const list = useMenu((s) => listAddress(s.nodes, resource.name))
  const base = hasPage(resource, half) ? list : null
  const own = half.pages?.address
  return useCallback((id) => (own ? own(resource, id) : base && `${base}/${id}`), [base, own, resource])
}
