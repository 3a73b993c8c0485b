import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { plainStorage } from '../state/storage.ts'

type Tour = {
  /** Where the walk is; null: nobody walks. */
  at: number | null
  /** Who does not want to be asked again. One browser serves several people. */
  declined: readonly number[]
  go(at: number): void
  end(person: number): void
}

/** Kept over a reload: a walk through pages goes on where it was. */
export const useTour = create<Tour>()(
  persist(
    (set) => ({
      at: null,
      declined: [],
      go: (at) => set({ at }),
      end: (person) => set(({ declined }) => ({ at: null, declined: [...new Set([...declined, person])] })),
    }),
    { name: 'tour', storage: plainStorage<Pick<Tour, 'at' | 'declined'>>(), partialize: ({ at, declined }) => ({ at, declined }) },
  ),
)
