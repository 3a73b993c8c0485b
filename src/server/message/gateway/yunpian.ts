import { post } from '../post.ts'
import { ProviderError } from '../provider.ts'
import type { Provider } from '../provider.ts'

export type YunpianKeys = { apiKey: string; signName: string }

/** Takes the finished text, with the signature in front; the template is recognised from it. */
export const yunpian = (keys: YunpianKeys, endpoint = 'https://sms.yunpian.com'): Provider => ({
  name: 'yunpian',
  send: async ({ to, text }, signal) => {
    const body = new URLSearchParams({ apikey: keys.apiKey, mobile: to, text: `【${keys.signName}】${text}` }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8', accept: 'application/json' }
    const answer = await post<{ code?: number; msg?: string; detail?: string; sid?: number }>(
      { url: new URL('/v2/sms/single_send.json', endpoint), headers, body },
      signal,
    )
    if (answer.code !== 0) throw new ProviderError(`${answer.code ?? '?'}: ${answer.detail ?? answer.msg ?? ''}`, (answer.code ?? 0) < -50)
    return String(answer.sid ?? '')
  },
})
