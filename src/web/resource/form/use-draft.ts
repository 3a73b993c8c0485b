import { useState } from 'react'
import type { KeptSide } from '../../draft/draft.ts'
import { draftAt, dropDraft } from '../../draft/drafts.ts'
import { useTyped } from '../../draft/use-typed.ts'
import type { Form } from './use-form.ts'

/** What the session's end left of this form, for the same person. */
export const useKept = (key: string | null) => {
  const [kept, setKept] = useState(() => (key === null ? undefined : draftAt('admin', key)))
  const drop = (): void => {
    if (key !== null) dropDraft('admin', key)
    setKept(undefined)
  }
  return { kept, drop }
}

/** From now on it is kept when the session ends. */
export const useKeep = (key: string | null, form: Form, more: { version?: number | undefined; side?: KeptSide | undefined } = {}): void =>
  useTyped('admin', key, form.dirty, () => {
    const typed = form.typed()
    return typed && { ...typed, ...more }
  })
