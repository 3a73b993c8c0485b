import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Typed } from './draft.ts'
import { followForm, leaveForm } from './drafts.ts'

/** As long as something is typed it is kept when the session ends. `read` is asked at that moment; null where nothing may be kept. */
export const useTyped = (
  audience: 'admin' | 'user',
  key: string | null,
  isDirty: boolean,
  read: () => Omit<Typed, 'key' | 'path'> | null,
): void => {
  const { pathname } = useLocation()
  const latest = useRef<() => Typed | null>(() => null)
  useEffect(() => {
    latest.current = () => {
      const typed = key === null ? null : read()
      return typed && key !== null ? { key, path: pathname, ...typed } : null
    }
  })
  useEffect(() => {
    if (key === null) return
    if (isDirty) followForm(audience, key, () => latest.current())
    else leaveForm(audience, key)
  }, [audience, key, isDirty])
}
