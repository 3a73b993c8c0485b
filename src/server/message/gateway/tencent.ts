import { createHash, createHmac } from 'node:crypto'
import { post } from '../post.ts'
import { ProviderError } from '../provider.ts'
import type { Provider } from '../provider.ts'

export type TencentKeys = { secretId: string; secretKey: string; sdkAppId: string; signName: string; region: string }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const ALGORITHM = 'TC3-HMAC-SHA256'
const CONTENT_TYPE = 'application/json; charset=utf-8'

/** The key is derived for one day and one service, then signs the hash of the canonical request. */
export const tencentAuthorization = (keys: TencentKeys, host: string, body: string, seconds: number): string => {
  const day = new Date(seconds * 1000).toISOString().slice(0, 10)
  const scope = `${day}/sms/tc3_request`
  const names = 'content-type;host'
  const canonical = ['POST', '/', '', `content-type:${CONTENT_TYPE}`, `host:${host}`, '', names, sha256(body)].join('\n')
  const key = hmac(hmac(hmac(`TC3${keys.secretKey}`, day), 'sms'), 'tc3_request')
  const signature = hmac(key, [ALGORITHM, seconds, scope, sha256(canonical)].join('\n')).toString('hex')
  return `${ALGORITHM} Credential=${keys.secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}

type Answer = {
  Response?: { SendStatusSet?: { Code: string; Message: string; SerialNo: string }[]; Error?: { Code: string; Message: string } }
}

export const tencent = (keys: TencentKeys, endpoint = 'https://sms.tencentcloudapi.com'): Provider => ({
  name: 'tencent',
  send: async ({ to, template }, signal) => {
    const url = new URL('/', endpoint)
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${to}`],
      SmsSdkAppId: keys.sdkAppId,
      SignName: keys.signName,
      TemplateId: template?.id ?? '',
      TemplateParamSet: (template?.params ?? []).map((p) => p.value),
    })
    const seconds = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': CONTENT_TYPE,
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-timestamp': String(seconds),
      'x-tc-region': keys.region,
      authorization: tencentAuthorization(keys, url.host, body, seconds),
    }
    const { Response } = await post<Answer>({ url, headers, body }, signal)
    const status = Response?.SendStatusSet?.[0]
    const error = Response?.Error ?? (status?.Code === 'Ok' ? undefined : (status ?? { Code: '?', Message: '' }))
    if (error) throw new ProviderError(`${error.Code}: ${error.Message}`, error.Code.startsWith('InternalError'))
    return status?.SerialNo ?? ''
  },
})
