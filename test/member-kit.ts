import { CAPTCHA, PASSWORD } from './server.ts'
import type { Answer, Call, TestServer } from './server.ts'
import { remember } from '../src/server/auth/one-time.ts'

export type UserInfo = Record<string, unknown> & { id: number; token: string; refreshToken: string; email: string; mobile: string }
export type Refused = { problems?: { field: string; key: string; msg: string }[]; retryAfter?: number; captcha?: boolean }

/** What a visitor of the member area does, against a running server. */
export const memberKit = (server: TestServer) => {
  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
  const post = <T = Refused>(path: string, body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Answer<T>> =>
    server.call<T>(path, { body, headers })
  /** A captcha that has been looked at. */
  const captcha = async (): Promise<{ captchaId: string; captcha: string }> => {
    const captchaId = crypto.randomUUID()
    await remember(server.backend.database, 'captcha', captchaId, CAPTCHA, 300)
    return { captchaId, captcha: CAPTCHA }
  }
  const forgetLimits = () => sql('DELETE FROM attempt')
  const sendMail = async (email: string, event: string, extra: object = {}, headers = {}) =>
    post('/api/Ems/send', { email, event, ...(await captcha()), ...extra }, headers)
  const sendSms = async (mobile: string, template_code: string, extra: object = {}, headers = {}) =>
    post('/api/Sms/send', { mobile, template_code, ...(await captcha()), ...extra }, headers)
  const outbox = async (recipient?: string) => {
    await server.ask('settle')
    return sql<{ id: number; recipient: string; purpose: string; subject: string; body: string; status: string; provider: string }>(
      'SELECT * FROM message_outbox WHERE $1::text IS NULL OR recipient = $1 ORDER BY id DESC',
      [recipient ?? null],
    )
  }
  const lastCode = async (recipient: string): Promise<string> => /\d{6}/.exec((await outbox(recipient))[0]?.body ?? '')?.[0] ?? ''
  /** Asks for a code and reads it from the outbox. */
  const codeFor = async (address: string, event: string, extra: object = {}, headers: Record<string, string> = {}): Promise<string> => {
    await forgetLimits()
    const { code, msg } = await (address.includes('@') ? sendMail : sendSms)(address, event, extra, headers)
    if (code !== 1) throw new Error(`sending ${event} to ${address}: ${msg}`)
    return lastCode(address)
  }
  const client = (token: string) => ({
    token,
    get: <T>(path: string, query: Record<string, string> = {}) => server.call<T>(path, { query, headers: { 'ba-user-token': token } }),
    post: <T = Refused>(path: string, body: Record<string, unknown>, more: Call = {}) =>
      server.call<T>(path, { body, ...more, headers: { 'ba-user-token': token } }),
  })
  const login = async (username: string, password = PASSWORD, keep = true) => {
    const { code, msg, data } = await post<{ userInfo: UserInfo }>('/api/user/checkIn', { tab: 'login', username, password, keep })
    if (code !== 1) throw new Error(`login as ${username}: ${msg}`)
    return { info: data.userInfo, ...client(data.userInfo.token) }
  }
  const register = async (username: string, address: string, more: object = {}) => {
    const kind = address.includes('@') ? 'email' : 'mobile'
    const captchaText = await codeFor(address, 'user_register')
    return post<{ userInfo: UserInfo; routePath: string } & Refused>('/api/user/checkIn', {
      tab: 'register',
      registerType: kind,
      [kind]: address,
      username,
      password: PASSWORD,
      captcha: captchaText,
      ...more,
    })
  }
  return { sql, post, captcha, forgetLimits, sendMail, sendSms, outbox, lastCode, codeFor, client, login, register }
}
