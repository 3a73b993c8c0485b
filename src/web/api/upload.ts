import { t } from '../i18n/index.ts'
import { ApiError, type Envelope } from './envelope.ts'
import { statusMessageKey } from './http-message.ts'
import { sessionHeaders } from './send.ts'
import { underSession } from './session-rules.ts'

export type UploadedFile = { url: string; name: string; size: number; mimetype: string }
const ADMIN_DOOR = '/admin/ajax/upload'
type Options = { url?: string; signal?: AbortSignal; onProgress?(share: number): void }

/** XHR, because fetch cannot tell how much has been sent. No timeout: a big file on a slow line is no failure. */
const post = (
  file: File,
  anonymous: boolean,
  { url = ADMIN_DOOR, signal, onProgress }: Options,
): Promise<Envelope<{ file: UploadedFile }>> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file)
    xhr.open('POST', url)
    for (const [name, value] of Object.entries({ accept: 'application/json', ...sessionHeaders(anonymous) }))
      xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = (e) => e.lengthComputable && onProgress?.(e.loaded / e.total)
    xhr.onabort = () => reject(new ApiError('cancelled', { code: 0, msg: '' }))
    xhr.onerror = () => reject(new ApiError('network', { code: 0, msg: t(navigator.onLine ? 'http.serverException' : 'http.offline') }))
    xhr.onload = () => {
      const requestId = xhr.getResponseHeader('x-request-id')
      const answer = readAnswer(xhr.responseText)
      if (answer) resolve(answer)
      else reject(new ApiError('http', { code: xhr.status, msg: t(statusMessageKey(xhr.status), { url }), requestId }))
    }
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })

const readAnswer = (text: string): Envelope<{ file: UploadedFile }> | null => {
  try {
    const answer = JSON.parse(text) as Envelope<{ file: UploadedFile }>
    return typeof answer?.code === 'number' ? answer : null
  } catch {
    return null
  }
}

export const upload = async (file: File, options: Options = {}): Promise<UploadedFile> => {
  const answer = await underSession({
    url: options.url ?? ADMIN_DOOR,
    attempt: (anonymous) => post(file, anonymous, options),
    said: (envelope) => envelope,
  })
  if (answer.code !== 1) throw new ApiError('business', { code: answer.code, msg: answer.msg, data: answer.data })
  return answer.data.file
}
