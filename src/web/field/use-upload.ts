import { useEffect, useRef, useState } from 'react'
import { ApiError, isCancelled } from '../api/request.ts'
import { upload } from '../api/upload.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { useSite } from '../state/site.ts'
import { toast } from '../state/toast.ts'
import { formatSize } from '../ui/format.ts'
import { uploadProblem } from './upload-check.ts'

export type Job = { key: number; name: string; share: number; error: string | null; cancel(): void; retry(): void }
type Told = {
  /** The door of the back office unless another is named. */ to?: string
  /** Nothing is on its way any more; `count` have arrived since it was so before. */ onEnd?(count: number): void
}

let next = 0

/** Files on their way. A refused or broken one stays listed with its reason until it is retried or dismissed. */
export const useUpload = (accept: readonly string[], onDone: (url: string) => void, { to, onEnd }: Told = {}) => {
  const t = useText('field')
  const lang = useLanguage()
  const [jobs, setJobs] = useState<Job[]>([])
  const running = useRef(new Map<number, AbortController>())
  const arrived = useRef(0)
  const [sent, setSent] = useState(0)
  useEffect(() => {
    const all = running.current
    return () => all.forEach((c) => c.abort())
  }, [])

  const change = (key: number, part: Partial<Job>) => setJobs((old) => old.map((j) => (j.key === key ? { ...j, ...part } : j)))
  const drop = (key: number) => setJobs((old) => old.filter((j) => j.key !== key))
  /** A line that breaks while a file is on its way says nothing about the server. */
  const reasonOf = (error: unknown): string => {
    if (error instanceof ApiError && error.kind === 'network' && navigator.onLine) return t('upload.broken')
    return (error instanceof ApiError && error.msg) || t('upload.failed')
  }
  const send = async (file: File, key: number): Promise<void> => {
    const controller = new AbortController()
    running.current.set(key, controller)
    change(key, { share: 0, error: null })
    try {
      const { url } = await upload(file, {
        ...(to && { url: to }),
        signal: controller.signal,
        onProgress: (share) => change(key, { share }),
      })
      drop(key)
      setSent((arrived.current += 1))
      onDone(url)
    } catch (error) {
      if (isCancelled(error)) drop(key)
      else change(key, { error: reasonOf(error) })
    } finally {
      running.current.delete(key)
      if (running.current.size === 0 && arrived.current > 0) {
        onEnd?.(arrived.current)
        setSent((arrived.current = 0))
      }
    }
  }
  const start = (files: Iterable<File>) => {
    for (const file of files) {
      const { maxsize, mimetype } = useSite.getState().upload
      const limits = { maxsize, accept: accept.length ? accept : mimetype.split(',').filter(Boolean) }
      const problem = uploadProblem(file, limits)
      if (problem) {
        const limit = problem === 'size' ? ` ${t('upload.hint', { size: formatSize(maxsize, lang) })}` : ''
        toast.error(t('upload.about', { name: file.name, problem: t(`upload.${problem}`) + limit }))
        continue
      }
      const key = ++next
      const cancel = () => {
        running.current.get(key)?.abort()
        drop(key)
      }
      setJobs((old) => [...old, { key, name: file.name, share: 0, error: null, cancel, retry: () => void send(file, key) }])
      void send(file, key)
    }
  }
  return { jobs, start, sent }
}
