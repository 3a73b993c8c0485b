import { DetailedError, Upload } from 'tus-js-client'
import { request } from '../api/request.ts'
import { type Audience, audienceOf } from '../api/session.ts'
import { ensureText, t } from '../i18n/index.ts'
import { SignedOut, renewing } from './renewing.ts'
import { type Sending, useUploads } from './store.ts'

await ensureText('upload')

const DOORS: Record<Audience, string> = { admin: '/admin/upload', user: '/api/upload' }
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]
/** The server takes four at once of one person; another window may have one. */
const AT_ONCE = 3
const MEASURED_MS = 500

const running = new Set<number>()
/** Also what is paused or has failed: dropped, it is ended on the server too. */
const begun = new Map<number, Upload>()
let next = 0

const { add, change, remove } = useUploads.getState()
const itemOf = (key: number): Sending | undefined => useUploads.getState().items.find((item) => item.key === key)

/** The refusal's own sentence, where the server sent one. */
const reasonOf = (error: Error): string => {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
  try {
    const answer: unknown = JSON.parse(body ?? '')
    if (typeof answer === 'object' && answer !== null && 'msg' in answer && typeof answer.msg === 'string') return answer.msg
  } catch {
    // No envelope: a proxy, or a line that was cut.
  }
  return t(navigator.onLine ? 'upload:failed' : 'http.offline')
}
/** What has arrived since the last look, as a speed that does not jump. */
const speedometer = () => {
  let last = { at: performance.now(), sent: -1, speed: 0 }
  return (sent: number): number => {
    const now = performance.now()
    if (last.sent < 0) last = { at: now, sent, speed: 0 }
    else if (now - last.at >= MEASURED_MS) {
      const speed = ((sent - last.sent) * 1000) / (now - last.at)
      last = { at: now, sent, speed: last.speed ? 0.7 * last.speed + 0.3 * speed : speed }
    }
    return last.speed
  }
}

const uploadOf = (file: File, target: string, key: number): Upload => {
  const measure = speedometer()
  const audience = audienceOf(window.location.pathname)
  const upload = new Upload(file, {
    endpoint: DOORS[audience],
    metadata: { filename: file.name, target },
    retryDelays: RETRY_MS,
    removeFingerprintOnSuccess: true,
    // The same file, chosen again after a reload, goes on where it was.
    fingerprint: async () => ['upload', target, file.name, file.size, file.lastModified].join(' '),
    httpStack: renewing(audience),
    // Gone on the server (410) it is begun again: asked how far it is, the library learns that and makes a new one.
    onShouldRetry: (error) => {
      if (error.causingError instanceof SignedOut) return false
      const status = error.originalResponse?.getStatus() ?? 0
      return status < 400 || status >= 500 || [409, 410, 423, 429].includes(status)
    },
    onProgress: (sent) => change(key, { sent, speed: measure(sent) }),
    onSuccess: () => {
      change(key, { state: 'done', sent: file.size })
      end(key)
      void follow(key, upload.url ?? '', audience)
    },
    onError: (error) => {
      change(key, { state: 'failed', error: reasonOf(error) })
      end(key)
    },
  })
  return upload
}

type Outcome = { isTaken: boolean; error: string | null; told: Sending['told'] }
/** It has arrived; what its receiver says of it comes a moment later. Who waits longer than these looks sees it on the page of the task. */
const LOOKS_MS = [300, 700, 1000, 2000, 4000, 8000, 15_000, 30_000]
const follow = async (key: number, address: string, audience: Audience): Promise<void> => {
  const asked = { url: `${DOORS[audience]}/outcome`, params: { id: address.split('/').at(-1) }, showError: false, cancelDuplicate: false }
  for (const wait of LOOKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (itemOf(key)?.state !== 'done') return
    const outcome = await request<Outcome>(asked).then(
      ({ data }) => data,
      () => null,
    )
    if (outcome?.error) return change(key, { state: 'failed', error: outcome.error })
    if (outcome?.isTaken) return outcome.told ? change(key, { told: outcome.told }) : undefined
  }
}

const files = new Map<number, { file: File; target: string }>()
const begin = async (key: number): Promise<void> => {
  const known = files.get(key)
  if (!known) return
  const upload = uploadOf(known.file, known.target, key)
  running.add(key)
  begun.set(key, upload)
  change(key, { state: 'sending', error: null })
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  if (running.has(key) && begun.get(key) === upload) upload.start()
}
/** As many as may be, in the order in which they came. */
const fill = (): void => {
  const waiting = useUploads.getState().items.filter((item) => item.state === 'waiting')
  for (const { key } of waiting.slice(0, Math.max(0, AT_ONCE - running.size))) void begin(key)
}
const end = (key: number): void => {
  running.delete(key)
  fill()
}

/** `target`: a resource that takes files, or one of its records, `datafile/12`. */
export const sendFiles = (chosen: Iterable<File>, target: string): void => {
  for (const file of chosen) {
    const key = ++next
    files.set(key, { file, target })
    add({ key, name: file.name, size: file.size, sent: 0, speed: 0, state: 'waiting', error: null, told: null })
  }
  fill()
}
export const pauseSending = (key: number): void => {
  void begun.get(key)?.abort()
  change(key, { state: 'paused', speed: 0 })
  end(key)
}
export const resumeSending = (key: number): void => {
  change(key, { state: 'waiting', error: null })
  fill()
}
/** Given up: what has arrived is removed on the server too. */
export const dropSending = (key: number): void => {
  const isOnItsWay = itemOf(key)?.state !== 'done'
  const upload = begun.get(key)
  remove(key)
  files.delete(key)
  begun.delete(key)
  if (upload && isOnItsWay) void upload.abort(true).catch(() => {})
  end(key)
}
