import { createHash, createHmac, randomUUID } from 'node:crypto'
import { post } from '../post.ts'
import { ProviderError } from '../provider.ts'
import type { Provider } from '../provider.ts'

export type AliyunKeys = { accessKeyId: string; accessKeySecret: string; signName: string }
const ALGORITHM = 'ACS3-HMAC-SHA256'
const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export const aliyunQuery = (params: Record<string, string>): string =>
  Object.entries(params)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${encode(k)}=${encode(v)}`)
    .join('&')

/** Signature version 3: method, path, query, the named headers and the hash of the body. */
export const aliyunAuthorization = (keys: AliyunKeys, query: string, headers: Record<string, string>): string => {
  const names = Object.keys(headers).toSorted()
  const canonical = [
    'POST',
    '/',
    query,
    ...names.map((n) => `${n}:${headers[n]}`),
    '',
    names.join(';'),
    headers['x-acs-content-sha256'],
  ].join('\n')
  const signature = createHmac('sha256', keys.accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  return `${ALGORITHM} Credential=${keys.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`
}

export const aliyun = (keys: AliyunKeys, endpoint = 'https://dysmsapi.aliyuncs.com'): Provider => ({
  name: 'aliyun',
  send: async ({ to, template }, signal) => {
    const query = aliyunQuery({
      PhoneNumbers: to,
      SignName: keys.signName,
      TemplateCode: template?.id ?? '',
      TemplateParam: JSON.stringify(Object.fromEntries((template?.params ?? []).map((p) => [p.name, p.value]))),
    })
    const url = new URL(`/?${query}`, endpoint)
    const headers = {
      host: url.host,
      'x-acs-action': 'SendSms',
      'x-acs-content-sha256': sha256(''),
      'x-acs-date': new Date().toISOString().replace(/\.\d+/, ''),
      'x-acs-signature-nonce': randomUUID(),
      'x-acs-version': '2017-05-25',
    }
    const { host: _, ...sent } = headers
    const answer = await post<{ Code?: string; Message?: string; BizId?: string }>(
      { url, headers: { ...sent, authorization: aliyunAuthorization(keys, query, headers) }, body: '' },
      signal,
    )
    if (answer.Code !== 'OK') throw new ProviderError(`${answer.Code ?? '?'}: ${answer.Message ?? ''}`, answer.Code === 'isp.SYSTEM_ERROR')
    return answer.BizId ?? ''
  },
})
