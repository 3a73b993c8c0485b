import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ApiError } from '#web/api/request.ts'
import { toast } from '#web/state/toast.ts'
import { checkContent, saveContent, type Stored } from './api.ts'
import type { Content } from './model.ts'

const WAIT_MS = 500

/** The draft on the screen: what is typed, what is wrong about it, and whether it is stored. */
export const useDraft = (id: number, stored: Stored, version: number, readOnly: boolean) => {
  const [content, setContent] = useState<Content>(stored.content)
  const [saved, setSaved] = useState({ content: stored.content, version })
  const [isSaving, setSaving] = useState(false)
  const dirty = content !== saved.content
  const typed = useDeferredValue(content)
  const { data: problems = stored.problems } = useQuery({
    queryKey: ['dictionary', 'check', id, typed],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, WAIT_MS))
      return signal.aborted ? [] : checkContent(id, typed, signal)
    },
    enabled: !readOnly && typed !== stored.content,
    placeholderData: (old) => old,
    gcTime: 0,
    retry: false,
  })
  const save = async (): Promise<boolean> => {
    setSaving(true)
    try {
      const answer = await saveContent(id, saved.version, content)
      setContent(answer.content)
      setSaved({ content: answer.content, version: answer.version })
      return true
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error), { requestId: error instanceof ApiError ? error.requestId : null })
      return false
    } finally {
      setSaving(false)
    }
  }
  return { content, setContent, problems, dirty, isSaving, save, version: saved.version }
}
