import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 639px)')
const subscribe = (notify: () => void) => {
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
