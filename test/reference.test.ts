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
const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
const add = async (resource: string, body: Record<string, unknown>) => {
  const { code, msg, data } = await call<{ row: Row }>(`/admin/${resource}/add`, { body })
  if (code !== 1) throw new Error(`${resource}: ${msg}`)
  return data.row
}
const remove = (resource: string, ...ids: number[]) =>
  call(`/admin/${resource}/del`, { method: 'DELETE', query: { ids: ids.join(',') }, headers: { 'think-lang': 'zh-cn' } })
const usedBy = (title: string) => ({ code: 0, msg: `记录正在被“${title}”引用，请先解除引用` })
const held = (name: string, by: string, count: number, field: string, which: string) => ({
  code: 0,
  msg: `“${name}”还不能删除：${by}中有 ${count} 条记录的“${field}”指向它（${which}）。请先修改这些记录`,
})

describe('what others point to', () => {
  test('is not deleted under them: a department with people, jobs or a group that sees it', async () => {
    const ward = await add('department', { name: '观察病区', code: 'OBS-1' })
    const nurse = await person(server, 'obsnurse', /^job$/, { department: ward.id })
    expect(await remove('department', ward.id)).toMatchObject(held('观察病区', '管理员', 1, '科室', 'obsnurse'))
    // In the bin nobody works any more; the reference is only in the way when the department goes for good.
    expect((await remove('auth.admin', nurse.id)).code).toBe(1)
    const job = await add('job', { name: '观察护士', code: 'OBS-N', department: ward.id })
    expect(await remove('department', ward.id)).toMatchObject(held('观察病区', '岗位', 1, '所属科室', '观察护士'))
    expect((await remove('job', job.id)).code).toBe(1)
    const group = await add('auth.group', { name: '观察组', scope: 'chosen', departments: [ward.id] })
    expect(await remove('department', ward.id)).toMatchObject(held('观察病区', '角色组', 1, '指定科室', '观察组'))
    expect((await remove('auth.group', group.id)).code).toBe(1)
    expect((await remove('department', ward.id)).code).toBe(1)
    await sql(`UPDATE security_recycle SET approval = false, days = 0`)
    await server.backend.services.refresh()
    expect(await call('/admin/department/delete', { method: 'DELETE', query: { ids: String(ward.id) } })).toMatchObject(
      held('观察病区', '岗位', 1, '所属科室', '观察护士［回收站］'),
    )
  })
  test('of several the refusal names the one that is held, and of its holders as many as one can read', async () => {
    const [free, full] = [
      await add('department', { name: '空科', code: 'OBS-2' }),
      await add('department', { name: '满科', code: 'OBS-3' }),
    ]
    for (const n of [1, 2, 3, 4]) await add('job', { name: `护士 ${n}`, code: `OBS-J${n}`, department: full.id })
    expect(await remove('department', free.id, full.id)).toMatchObject(held('满科', '岗位', 4, '所属科室', '护士 1、护士 2、护士 3 …'))
  })
  test('whoever may not read the holders learns that there are some, not which', async () => {
    const ward = await add('department', { name: '保密病区', code: 'OBS-4' })
    await person(server, 'hiddennurse', /^job$/, { department: ward.id })
    const clerk = await person(server, 'wardclerk', /^department(\/|$)/)
    const answer = await clerk.call('/admin/department/del', {
      method: 'DELETE',
      query: { ids: String(ward.id) },
      headers: { 'think-lang': 'zh-cn' },
    })
    expect(answer).toMatchObject(usedBy('管理员'))
  })
  test('what lies in the bin itself still keeps it from the end', async () => {
    const end = (resource: string, id: number) => call(`/admin/${resource}/delete`, { method: 'DELETE', query: { ids: String(id) } })
    const job = await add('job', { name: '被引用', code: 'USED-1' })
    const user = await add('test.everyKind', { string: 'user', ref: job.id })
    expect(await remove('job', job.id)).toMatchObject(held('被引用', '全部字段', 1, '字段 ref', 'user'))
    expect((await remove('test.everyKind', user.id)).code).toBe(1)
    expect((await remove('job', job.id)).code).toBe(1)
    expect(await end('job', job.id)).toMatchObject(held('被引用', '全部字段', 1, '字段 ref', 'user［回收站］'))
    expect((await end('test.everyKind', user.id)).code).toBe(1)
    expect((await end('job', job.id)).code).toBe(1)
  })
  test('a group is kept by the rules that name it', async () => {
    const group = await add('auth.group', { name: '可查看组', scope: 'self' })
    const rule = await add('security.sensitive', { title: '岗位编码', resource: 'job', field: 'code', mask: true, groups: [group.id] })
    expect(await remove('auth.group', group.id)).toMatchObject(held('可查看组', '敏感字段规则', 1, '可查看明文的角色组', '岗位编码'))
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
