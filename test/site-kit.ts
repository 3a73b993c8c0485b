import { PASSWORD } from './server.ts'
import { call, sendAs, server, sql } from './delivery-kit.ts'
import { add } from './study-kit.ts'

/** A member of the house, signed in. Their group holds every page of the member centre. */
export const member = async (username: string) => {
  const [group] = await sql<{ id: number }>('SELECT id FROM user_group ORDER BY id LIMIT 1')
  const user = await add(call, 'user.user', { username, nickname: username, group: group!.id, password: PASSWORD })
  const { data } = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username, password: PASSWORD },
  })
  const headers = { 'ba-user-token': data.userInfo.token }
  return {
    id: user.id,
    headers,
    get: <T = Record<string, unknown>>(path: string, query: Record<string, string | number> = {}) =>
      server.call<T>(`/api/study/${path}`, {
        headers,
        query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      }),
    post: <T = Record<string, unknown>>(path: string, body: object, more: Record<string, string> = {}) =>
      server.call<T>(`/api/study/${path}`, { headers: { ...headers, ...more }, body }),
    send: (to: number | string, name: string, data: Buffer | string) => sendAs({ door: '/api/upload', headers }, to, name, data),
  }
}
export type Member = Awaited<ReturnType<typeof member>>
