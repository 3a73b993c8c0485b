import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchList } from '#web/api/resource.ts'

const LOOK_MS = 4000
const NEWEST = { limit: 1, order: 'updatedAt,desc' } as const

/** Runs when a query was raised, answered or decided by somebody else: one row is asked for, as long as the window is in sight. */
export const useNewest = (then: () => void): void => {
  const { data } = useQuery({
    queryKey: ['query', 'newest'],
    queryFn: ({ signal }) => fetchList('query', 'index', NEWEST, signal),
    select: ({ list, total }) => JSON.stringify([list[0]?.id, list[0]?.version, total]),
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: true,
    staleTime: 0,
    retry: false,
  })
  const before = useRef(data)
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
    if (before.current !== undefined && data !== before.current) latest.current()
    before.current = data
  })
}
