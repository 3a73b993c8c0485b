import type { PersistStorage } from 'zustand/middleware'

/** The keys of the specification hold plain values, not zustand's `{state, version}` envelope. A broken value must not keep the app from starting. */
export const plainStorage = <S>(place = () => localStorage) => ({
  getItem: (name: string): { state: S } | null => {
    const text = place().getItem(name)
    if (text === null) return null
    try {
      return { state: JSON.parse(text) as S }
    } catch {
      place().removeItem(name)
      return null
    }
  },
  setItem: (name: string, value: { state: S }): void => {
    try {
      place().setItem(name, JSON.stringify(value.state))
    } catch (error) {
      console.warn('[storage] not saved', name, error)
    }
  },
  removeItem: (name: string): void => place().removeItem(name),
})

/** Each window has its own, and begins with what the last one left: in one place, two windows would write over each other. */
export const windowStorage = <S>(): PersistStorage<S> => {
  const plain = plainStorage<S>()
  const own = plainStorage<S>(() => sessionStorage)
  return {
    getItem: (name) => own.getItem(name) ?? plain.getItem(name),
    setItem: (name, value) => {
      own.setItem(name, value)
      plain.setItem(name, value)
    },
    removeItem: (name) => {
      own.removeItem(name)
      plain.removeItem(name)
    },
  }
}

type Rehydratable = { persist: { rehydrate(): Promise<void> | void; getOptions(): { name?: string } } }

/** A second window may refresh the token or sign out; without this, the first one would go on with a dead token. */
export const followOtherWindows = (store: Rehydratable): void => {
  window.addEventListener('storage', (event) => {
    if (event.key === store.persist.getOptions().name) void store.persist.rehydrate()
  })
}
