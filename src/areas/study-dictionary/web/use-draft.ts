import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { ApiError } from '#web/api/request.ts'
import { toast } from '#web/state/toast.ts'
import { checkContent, saveContent, type Stored } from './api.ts'
import { slotsGiven, type Content, type Problem } from './model.ts'

const WAIT_MS = 500

export type SavedDraft = { version: number; problems: Problem[] }

/**
 * The draft on the screen: what is typed, what is wrong about it, and whether it is stored. What is typed stays while the server answers:
 * of the answer the page takes the slots alone, and its own numbers of new variables stay theirs.
 */
export const useDraft = (id: number, stored: Stored, readOnly: boolean) => {
  const [content, setContent] = useState<Content>(stored.content)
  const [saved, setSaved] = useState<SavedDraft & { content: Content }>(stored)
  const [isSaving, setSaving] = useState(false)
  const slots = useRef<ReadonlyMap<number, number>>(new Map())
  const dirty = content !== saved.content
  const typed = useDeferredValue(content)
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
      return next
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error), { requestId: error instanceof ApiError ? error.requestId : null })
      return null
    } finally {
      setSaving(false)
    }
  }
  return { content, setContent, problems, isChecked, dirty, isSaving, save, saved }
}
