import { DetailedError, Upload, defaultOptions } from 'tus-js-client'
import { request } from '../api/request.ts'
import { type Audience, audienceOf } from '../api/session.ts'
import { ensureText, t } from '../i18n/index.ts'
import { fingerprintOf, folderOf, markOf } from './fingerprint.ts'
import { DOORS, recall } from './left.ts'
import { SignedOut, renewing } from './renewing.ts'
import { type Sending, type SendingState, nextKey, useUploads } from './store.ts'

await ensureText('upload')

const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]
/** The server takes four at once of one person; another window may have one. */
const AT_ONCE = 3
const MEASURED_MS = 500

/** Which run of a line is the one that counts: paused and resumed while its file was looked at, it has two. */
const running = new Map<number, object>()
/** Also what is paused or has failed. */
const begun = new Map<number, Upload>()

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

const uploadOf = (file: File, target: string, mark: string, key: number): Upload => {
  const measure = speedometer()
  const audience = audienceOf(window.location.pathname)
  const upload = new Upload(file, {
    endpoint: DOORS[audience],
    metadata: { filename: file.name, target, folder: folderOf(file), mark },
    retryDelays: RETRY_MS,
    removeFingerprintOnSuccess: true,
    // The same file, chosen again after a reload, goes on where it was.
    fingerprint: async () => fingerprintOf(file, target, mark),
    httpStack: renewing(audience),
    // Gone on the server (410) it is begun again: asked how far it is, the library learns that and makes a new one.
    onShouldRetry: (error) => {
      if (error.causingError instanceof SignedOut) return false
      const status = error.originalResponse?.getStatus() ?? 0
      return status < 400 || status >= 500 || [409, 410, 423, 429].includes(status)
    },
    onUploadUrlAvailable: () => change(key, { id: idOf(upload.url) }),
    onProgress: (sent) => change(key, { sent, speed: measure(sent) }),
    onSuccess: () => {
      change(key, { state: 'done', sent: file.size })
      end(key)
      void follow(key, upload.url ?? '', audience)
    },
    onError: (error) => {
      change(key, { state: 'failed', error: reasonOf(error) })
      end(key)
      // The limit of what one person has begun: shown, it can be ended.
      if (error instanceof DetailedError && error.originalResponse?.getStatus() === 413) void recall(audience)
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
    // Tried again, it is sent again.
    if (outcome?.error) return change(key, { state: 'failed', error: outcome.error, id: null })
    if (outcome?.isTaken) return outcome.told ? change(key, { told: outcome.told }) : undefined
  }
}

const files = new Map<number, { file: File; target: string }>()
const idOf = (address: string | null): string | null => address?.split('/').at(-1) ?? null
const STILL: ReadonlySet<SendingState> = new Set(['left', 'paused', 'failed'])

/** Goes on with what was begun with the same file, unless another line is sending it: two that send into one upload would mix their bytes. */
const goOn = async (upload: Upload, key: number): Promise<void> => {
  const own = itemOf(key)?.id ?? null
  const found = own === null ? await upload.findPreviousUploads() : await defaultOptions.urlStorage.findAllUploads()
  if (own !== null) upload.url = `${upload.options.endpoint}/${own}`
  for (const earlier of found) {
    const id = idOf(earlier.uploadUrl)
    if (own !== null && id !== own) continue
    const holder = useUploads.getState().items.find((item) => item.key !== key && item.id === id)
    if (holder && !STILL.has(holder.state)) continue
    // Chosen again while it stood still: this line takes the place of that one.
    if (holder) forget(holder.key)
    upload.resumeFromPreviousUpload(earlier)
    return change(key, { id })
  }
}

const begin = async (key: number): Promise<void> => {
  const known = files.get(key)
  if (!known) return
  const { file, target } = known
  const run = {}
  const isOurs = () => running.get(key) === run
  running.set(key, run)
  change(key, { state: 'sending', error: null })
  const mark = await markOf(file).catch(() => null)
  if (!isOurs()) return
  if (mark === null) {
    change(key, { state: 'failed', error: t('upload:unreadable') })
    return end(key)
  }
  const upload = uploadOf(file, target, mark, key)
  begun.set(key, upload)
  await goOn(upload, key)
  if (isOurs()) upload.start()
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

/** `target`: a resource that takes files, or one of its records, `datafile/12`. `id`: of an upload that was begun with this very file. */
export const sendFiles = (chosen: Iterable<File>, target: string, id: string | null = null): void => {
  for (const file of chosen) {
    const key = nextKey()
    files.set(key, { file, target })
    const { name, size } = file
    add({ key, id, name, folder: folderOf(file), size, sent: 0, speed: 0, state: 'waiting', error: null, left: null, told: null })
  }
  fill()
}
/** The file of an upload that was left, chosen again. Another one is refused: its bytes would follow those of the first. */
export const sendLeft = async ({ key, id, name, left }: Sending, file: File): Promise<void> => {
  const mark = await markOf(file).catch(() => null)
  if (id === null || left === null) return
  if (mark === null || mark !== left.mark) return change(key, { error: t('upload:other', { name }) })
  remove(key)
  sendFiles([file], left.target, id)
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
const forget = (key: number): void => {
  remove(key)
  files.delete(key)
  begun.delete(key)
}
/** Given up: what has arrived is removed on the server too. */
export const dropSending = (key: number): void => {
  const { state, id = null } = itemOf(key) ?? {}
  void begun.get(key)?.abort()
  forget(key)
  if (id !== null && state !== 'done') void discard(id)
  end(key)
}
const discard = async (id: string): Promise<void> => {
  const audience = audienceOf(window.location.pathname)
  await Upload.terminate(`${DOORS[audience]}/${id}`, { httpStack: renewing(audience), retryDelays: RETRY_MS }).catch(() => {})
  const { urlStorage } = defaultOptions
  for (const { uploadUrl, urlStorageKey } of await urlStorage.findAllUploads())
    if (idOf(uploadUrl) === id) await urlStorage.removeUpload(urlStorageKey)
}
