import { useEffect } from 'react'
import { create } from 'zustand'

/** Keys that work where a part of a page stands; `?` shows those of everything that is on screen. Their words are in `keys.json`. */
export type KeyGroup = 'grid' | 'flagged' | 'form' | 'record' | 'tabs'

/** Letters of the area whose list is on screen, with the words of what they do. */
export type OwnKeys = { title: string; keys: readonly { name: string; key: string }[] }

type Keys = {
  shown: readonly KeyGroup[]
  own: readonly OwnKeys[]
  add(group: KeyGroup): void
  remove(group: KeyGroup): void
  addOwn(keys: OwnKeys): void
  removeOwn(keys: OwnKeys): void
}
export const useKeys = create<Keys>()((set) => ({
  shown: [],
  own: [],
  addOwn: (keys) => set((s) => ({ own: [...s.own, keys] })),
  removeOwn: (keys) => set((s) => ({ own: s.own.filter((k) => k !== keys) })),
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

export const useOwnKeys = (own: OwnKeys): void =>
  useEffect(() => {
    if (own.keys.length === 0) return undefined
    useKeys.getState().addOwn(own)
    return () => useKeys.getState().removeOwn(own)
  }, [own])
