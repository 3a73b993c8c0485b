import { createHmac } from 'node:crypto'
import { post } from '../post.ts'
import { ProviderError } from '../provider.ts'
import type { Provider } from '../provider.ts'

export type QiniuKeys = { accessKey: string; secretKey: string }
const PATH = '/v1/message'
const CONTENT_TYPE = 'application/json'

export const qiniuAuthorization = (keys: QiniuKeys, host: string, body: string): string => {
  const signed = createHmac('sha1', keys.secretKey).update(`POST ${PATH}\nHost: ${host}\nContent-Type: ${CONTENT_TYPE}\n\n${body}`)
  return `Qiniu ${keys.accessKey}:${signed.digest('base64').replaceAll('+', '-').replaceAll('/', '_')}`
}

export const qiniu = (keys: QiniuKeys, endpoint = 'https://sms.qiniuapi.com'): Provider => ({
  name: 'qiniu',
  send: async ({ to, template }, signal) => {
    const url = new URL(PATH, endpoint)
    const body = JSON.stringify({
      template_id: template?.id ?? '',
      mobiles: [to],
      parameters: Object.fromEntries((template?.params ?? []).map((p) => [p.name, p.value])),
    })
    const headers = { 'content-type': CONTENT_TYPE, authorization: qiniuAuthorization(keys, url.host, body) }
    const answer = await post<{ job_id?: string; error?: string; message?: string }>({ url, headers, body }, signal)
    if (!answer.job_id) throw new ProviderError(`${answer.error ?? '?'}: ${answer.message ?? ''}`, answer.error === 'InternalError')
    return answer.job_id
  },
})
