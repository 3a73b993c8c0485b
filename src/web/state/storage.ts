import type { PersistStorage } from 'zustand/middleware'

/** The keys of the specification hold plain values, not zustand's `{state, version}` envelope. A broken value must not keep the app from starting. */
export const plainStorage = <S>(): PersistStorage<S> => ({
  getItem: (name) => {
    const text = localStorage.getItem(name)
    if (text === null) return null
    try {
      return { state: JSON.parse(text) as S }
    } catch {
      localStorage.removeItem(name)
      return null
    }
  },
  setItem: (name, value) => {
    try {
      localStorage.setItem(name, JSON.stringify(value.state))
    } catch (error) {
      console.warn('[storage] not saved', name, error)
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
})

type Rehydratable = { persist: { rehydrate(): Promise<void> | void; getOptions(): { name?: string } } }

/** A second window may refresh the token or sign out; without this, the first one would go on with a dead token. */
export const followOtherWindows = (store: Rehydratable): void => {
  window.addEventListener('storage', (event) => {
    if (event.key === store.persist.getOptions().name) void store.persist.rehydrate()
  })
}
