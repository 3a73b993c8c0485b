import { useEffect, useState } from 'react'
import { readFile } from '../api/file.ts'
import { PreviewFailure } from './failure.ts'

export type Loading =
  | { state: 'loading'; share: number | null }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; bytes: Uint8Array<ArrayBuffer> }

const start: Loading = { state: 'loading', share: null }

/** The bytes of a stored file, with the share that has arrived. */
export const useFile = (url: string, limit: number): Loading => {
  const [loading, setLoading] = useState<Loading>(start)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const onProgress = (received: number, total: number | null) => setLoading({ state: 'loading', share: total ? received / total : null })
    readFile(url, { signal, limit, onProgress })
      .then((answer) => {
        if (signal.aborted) return
        setLoading('bytes' in answer ? { state: 'ready', ...answer } : { state: 'failed', error: new PreviewFailure(answer.refused) })
      })
      .catch((error: unknown) => !signal.aborted && setLoading({ state: 'failed', error }))
    return () => controller.abort()
  }, [url, limit])
  return loading
}
