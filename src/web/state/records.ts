import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherWindows, plainStorage } from './storage.ts'

type Opened = { path: string; label: string }
type Stored = { owner: number; opened: readonly Opened[] }
type RecordState = Stored & {
  /** What the person has seen must not be read by the next one at this computer. */
  belongTo(admin: number): void
  name(path: string, label: string): void
  forget(path: string): void
}

const most = 60

/** Records that were opened in this browser and what they are called, the last one first: titles of tabs, the palette, the dashboard. */
export const useRecords = create<RecordState>()(
  persist(
    (set) => ({
      owner: 0,
      opened: [],
      belongTo: (owner) => set((s) => (s.owner === owner ? s : { owner, opened: [] })),
      name: (path, label) => set(({ opened }) => ({ opened: [{ path, label }, ...opened.filter((o) => o.path !== path)].slice(0, most) })),
      forget: (path) => set(({ opened }) => ({ opened: opened.filter((o) => o.path !== path) })),
    }),
    { name: 'storeRecords', storage: plainStorage<Stored>(), partialize: ({ owner, opened }): Stored => ({ owner, opened }) },
  ),
)

// A tab of a record without its name is not opened again: what another window opened must not be written over.
followOtherWindows(useRecords)

export const labelAt = ({ opened }: Pick<Stored, 'opened'>, path: string): string | undefined => opened.find((o) => o.path === path)?.label
