import { PASSWORD } from './server.ts'
import type { TestServer } from './server.ts'

type Signed = Awaited<ReturnType<TestServer['login']>> & { id: number; groupId: number }

/** An admin in a group of their own that holds the rules of this pattern, signed in. */
export const person = async (
  server: TestServer,
  username: string,
  rules: RegExp,
  more: { scope?: string; department?: number } = {},
): Promise<Signed> => {
  const { call } = await server.login()
  const named = await server.backend.database.query<{ id: number; name: string }>('SELECT id, name FROM auth_rule')
  const group = await call<{ row: { id: number } }>('/admin/auth.group/add', {
    body: { name: username, scope: more.scope ?? 'all', rules: named.filter((r) => rules.test(r.name)).map((r) => r.id) },
  })
  const admin = await call<{ row: { id: number } }>('/admin/auth.admin/add', {
    body: {
      username,
      nickname: username,
      groups: [group.data.row.id],
      password: PASSWORD,
      ...(more.department ? { department: more.department } : {}),
    },
  })
  if (admin.code !== 1) throw new Error(`${username}: ${admin.msg}`)
  return { ...(await server.login(username)), id: admin.data.row.id, groupId: group.data.row.id }
}
