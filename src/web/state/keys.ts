import { useEffect } from 'react'
import { create } from 'zustand'

/** Keys that work where a part of a page stands; `?` shows those of everything that is on screen. Their words are in `keys.json`. */
export type KeyGroup = 'grid' | 'form' | 'record'

type Keys = { shown: readonly KeyGroup[]; add(group: KeyGroup): void; remove(group: KeyGroup): void }
export const useKeys = create<Keys>()((set) => ({
  shown: [],
  add: (group) => set((s) => ({ shown: [...s.shown, group] })),
  // Two grids on a page are two entries: one that goes must not take the other's keys with it.
  remove: (group) => set((s) => ({ shown: s.shown.toSpliced(s.shown.indexOf(group), 1) })),
}))

/** Says that these keys work now. A page that is kept but hidden says nothing. */
export const useKeyGroup = (group: KeyGroup): void =>
  useEffect(() => {
    useKeys.getState().add(group)
    return () => useKeys.getState().remove(group)
  }, [group])
