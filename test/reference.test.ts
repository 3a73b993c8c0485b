import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from './person.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown> & { id: number }
let server: TestServer
let call: TestServer['call']
beforeAll(async () => {
  server = await startTestServer()
  call = (await server.login()).call
})
afterAll(() => server.close())
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.house.database.query<T>(text, params)
const add = async (resource: string, body: Record<string, unknown>) => {
  const { code, msg, data } = await call<{ row: Row }>(`/admin/${resource}/add`, { body })
  if (code !== 1) throw new Error(`${resource}: ${msg}`)
  return data.row
}
const remove = (resource: string, ...ids: number[]) =>
  call(`/admin/${resource}/del`, { method: 'DELETE', query: { ids: ids.join(',') }, headers: { 'think-lang': 'zh-cn' } })
const usedBy = (title: string) => ({ code: 0, msg: `记录正在被“${title}”引用，请先解除引用` })

describe('what others point to', () => {
  test('is not deleted under them: a department with people, jobs or a group that sees it', async () => {
    const ward = await add('department', { name: '观察病区', code: 'OBS-1' })
    const nurse = await person(server, 'obsnurse', /^job$/, { department: ward.id })
    expect(await remove('department', ward.id)).toMatchObject(usedBy('管理员'))
    // In the bin nobody works any more; the reference is only in the way when the department goes for good.
    expect((await remove('auth.admin', nurse.id)).code).toBe(1)
    const job = await add('job', { name: '观察护士', code: 'OBS-N', department: ward.id })
    expect(await remove('department', ward.id)).toMatchObject(usedBy('岗位'))
    expect((await remove('job', job.id)).code).toBe(1)
    const group = await add('auth.group', { name: '观察组', scope: 'chosen', departments: [ward.id] })
    expect(await remove('department', ward.id)).toMatchObject(usedBy('角色组'))
    expect((await remove('auth.group', group.id)).code).toBe(1)
    expect((await remove('department', ward.id)).code).toBe(1)
    await sql(`UPDATE security_recycle SET approval = false, days = 0`)
    await server.house.services.refresh()
    expect(await call('/admin/department/delete', { method: 'DELETE', query: { ids: String(ward.id) } })).toMatchObject(usedBy('岗位'))
  })
  test('a group is kept by the rules that name it', async () => {
    const group = await add('auth.group', { name: '可查看组', scope: 'self' })
    const rule = await add('security.sensitive', { title: '岗位编码', resource: 'job', field: 'code', mask: true, groups: [group.id] })
    expect(await remove('auth.group', group.id)).toMatchObject(usedBy('敏感字段规则'))
    expect((await remove('security.sensitive', rule.id)).code).toBe(1)
    expect((await remove('auth.group', group.id)).code).toBe(1)
  })
  test('a node leaves the groups that hold it, and their history says so', async () => {
    for (const [rules, groups] of [
      ['auth.rule', 'auth.group'],
      ['user.rule', 'user.group'],
    ] as const) {
      const node = (name: string) => add(rules, { type: 'button', title: name, titleEn: name, name: `reference/${name}` })
      const [gone, kept] = [await node('gone'), await node('kept')]
      const holder = await add(groups, { name: `持有 ${rules}`, rules: [gone.id, kept.id] })
      expect((await remove(rules, gone.id)).code).toBe(1)
      const [now] = await sql<{ rules: number[] }>(`SELECT rules FROM ${groups.replace('.', '_')} WHERE id = $1`, [holder.id])
      expect(now!.rules).toEqual([kept.id])
      const story = await call<{ list: Row[] }>(`/admin/${groups}/history`, { query: { id: String(holder.id) } })
      expect(story.data.list[0]).toMatchObject({
        action: 'edit',
        changes: [{ field: 'rules', before: [gone.id, kept.id], after: [kept.id] }],
      })
    }
  })
  test('a deletion and a new reference at the same moment: one of them wins, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const ward = await add('department', { name: `竞争 ${round}`, code: `RACE-${round}` })
      await Promise.all([
        ...[1, 2, 3].map((n) => call('/admin/job/add', { body: { name: `j${round}-${n}`, code: `R${round}-${n}`, department: ward.id } })),
        remove('department', ward.id),
      ])
      const [found] = await sql<{ gone: boolean; jobs: number }>(
        `SELECT d.deleted_at IS NOT NULL AS gone, (SELECT count(*) FROM job WHERE department = d.id)::int AS jobs FROM department d WHERE d.id = $1`,
        [ward.id],
      )
      expect(found!.gone).toBe(found!.jobs === 0)
    }
  })
})
