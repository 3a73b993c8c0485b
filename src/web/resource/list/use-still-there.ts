import { useEffect, useRef } from 'react'
import { askedOf, columnsOf, type Resource } from '#kernel'
import type { HeldList } from './use-list-state.ts'

/** When the definition changes under a list, filters and order by columns that are gone go with them; the others stay. */
export const useStillThere = (resource: Resource, { state, change }: HeldList): void => {
  const known = useRef(resource)
  useEffect(() => {
    if (known.current === resource) return
    known.current = resource
    const [asked, columns] = [askedOf(resource), columnsOf(resource)]
    const filters = state.filters.filter((f) => asked[f.field])
    const sort = state.sort.filter((key) => columns[key.id])
    if (filters.length !== state.filters.length || sort.length !== state.sort.length) change({ filters, sort }, true)
  })
}
