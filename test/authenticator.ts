import { codeAt, stepOf } from '../src/server/auth/totp.ts'
import type { TestServer } from './server.ts'

type Client = { call: TestServer['call'] }

/** An app that knows the secret. Every code is of a step that was not used: a test has no half minute to wait. */
export const authenticator = (server: TestServer, secret: string) => ({
  code: async (): Promise<string> => {
    await server.backend.database.query('UPDATE second_factor SET last_step = 0')
    return codeAt(secret, stepOf(Date.now()))
  },
})
export type Authenticator = ReturnType<typeof authenticator>

/** Sets the second step of an admin up, as the profile page does. */
export const enrolled = async (server: TestServer, me: Client, password: string): Promise<{ app: Authenticator; recovery: string[] }> => {
  const begun = await me.call<{ secret: string }>('/admin/profile/beginSecondFactor', { body: { password } })
  if (begun.code !== 1) throw new Error(begun.msg)
  const app = authenticator(server, begun.data.secret)
  const confirmed = await me.call<{ recovery: string[] }>('/admin/profile/confirmSecondFactor', { body: { code: await app.code() } })
  if (confirmed.code !== 1) throw new Error(confirmed.msg)
  return { app, recovery: confirmed.data.recovery }
}
