import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { plainStorage } from './storage.ts'

type Visit = { path: string; count: number; last: number }
type VisitState = { visits: Visit[]; record(path: string): void }

const most = 60

/** How often and when pages were opened in this browser: the dashboard's shortcuts and the palette's order. */
export const useVisits = create<VisitState>()(
  persist(
    (set) => ({
      visits: [],
      record: (path) =>
        set(({ visits }) => {
          const old = visits.find((v) => v.path === path)
          const entry = { path, count: (old?.count ?? 0) + 1, last: Date.now() }
          return { visits: [entry, ...visits.filter((v) => v.path !== path)].slice(0, most) }
        }),
    }),
    { name: 'storePageVisits', storage: plainStorage<{ visits: Visit[] }>(), partialize: ({ visits }) => ({ visits }) },
  ),
)
