import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { ApiError } from '#web/api/request.ts'
import { draftAt, dropDraft } from '#web/draft/drafts.ts'
import { useTyped } from '#web/draft/use-typed.ts'
import { toast } from '#web/state/toast.ts'
import { checkContent, saveContent, type Stored } from './api.ts'
import { numbered, slotsGiven, withStoredSlots, type Content, type Problem } from './model.ts'
import { useSteps } from './use-steps.ts'

const WAIT_MS = 500

export type SavedDraft = { version: number; problems: Problem[] }

const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && 'forms' in value && 'codelists' in value && 'variables' in value

/** What was typed into this version when a session ended; nothing once somebody else has saved it since. */
const keptAt = (key: string, version: number, readOnly: boolean) => {
  const draft = readOnly ? undefined : draftAt('admin', key)
  const content = draft?.version === version ? draft.values['content'] : undefined
  return draft && isContent(content) ? { draft, content: { ...content, variables: content.variables.map(numbered) } } : undefined
}

/**
 * The draft on the screen: what is typed, what is wrong about it, and whether it is stored. What is typed stays while the server answers:
 * of the answer the page takes the slots alone, and its own numbers of new variables stay theirs.
 */
export const useDraft = (id: number, stored: Stored, readOnly: boolean) => {
  const draftKey = `study.dictionary ${id} content`
  const [kept, setKept] = useState(() => keptAt(draftKey, stored.version, readOnly))
  const steps = useSteps(kept?.content ?? stored.content)
  const { content } = steps
  const [saved, setSaved] = useState<SavedDraft & { content: Content }>(stored)
  const [isSaving, setSaving] = useState(false)
  const slots = useRef<ReadonlyMap<number, number>>(new Map())
  const dirty = content !== saved.content
  const typed = useDeferredValue(content)
  useTyped('admin', draftKey, dirty && !readOnly, () => ({
    values: { content: { ...content, variables: withStoredSlots(content.variables, slots.current) } },
    before: {},
    version: saved.version,
  }))
  const forget = () => {
    dropDraft('admin', draftKey)
    setKept(undefined)
  }
  const discard = () => {
    forget()
    steps.write(stored.content)
  }
  const check = useQuery({
    queryKey: ['dictionary', 'check', id, typed],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, WAIT_MS))
      return signal.aborted ? [] : checkContent(id, typed, slots.current, signal)
    },
    enabled: !readOnly && typed !== saved.content,
    placeholderData: (old) => old,
    gcTime: 0,
    retry: false,
  })
  const isChecked = content === saved.content || (content === typed && check.isSuccess && !check.isPlaceholderData)
  const problems = typed === saved.content ? saved.problems : (check.data ?? saved.problems)
  const save = async (): Promise<SavedDraft | null> => {
    setSaving(true)
    try {
      const answer = await saveContent(id, saved.version, content, slots.current)
      slots.current = slotsGiven(content, answer.content, slots.current)
      const next = { content, version: answer.version, problems: answer.problems }
      setSaved(next)
      forget()
      return next
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error), { requestId: error instanceof ApiError ? error.requestId : null })
      return null
    } finally {
      setSaving(false)
    }
  }
  return { steps, problems, isChecked, dirty, isSaving, save, saved, kept: kept?.draft, forget, discard }
}
