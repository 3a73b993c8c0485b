import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { built, call, left, server, sql, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { add, move, post } from './study-kit.ts'

const run = promisify(execFile)
withDeliveries()

describe('AA-02 a machine', () => {
  const push = (code: string, token: string, body: string, key = '', type = 'text/csv') =>
    fetch(`${server.address}/api/study/intake/${code}?name=labs.csv`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        server: '1',
        'think-lang': 'en',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body,
    }).then(async (response) => ({
      status: response.status,
      ...((await response.json()) as { code: number; msg: string; data: Record<string, unknown> }),
    }))
  const look = (id: unknown, token: string) =>
    fetch(`${server.address}/api/study/intake/${String(id)}`, {
      headers: { authorization: `Bearer ${token}`, server: '1', 'think-lang': 'en' },
    }).then(async (response) => ({
      status: response.status,
      ...((await response.json()) as { code: number; data: Record<string, unknown> }),
    }))
  const soon = () => new Date(Date.now() + 86_400_000).toISOString()
  const issued = async ({ study, gather }: Built) => {
    const row = await add(call, 'study.token', { study, name: 'LIS', gathers: [gather], expiresAt: soon() })
    const { data } = await post<{ token: string }>(call, 'study.token/issue', { ids: [row.id] })
    return { id: row.id, token: data.token }
  }

  test('delivers with a token of its own, once for one key, to its gather projects alone', async () => {
    const [at, other] = [await built(), await built()]
    const { token } = await issued(at)
    const body = 'subject,visit,sbp\nS1,V1,120\nS9,V1,1\n'
    expect(await push(at.code, 'm_nonsense', body)).toMatchObject({ status: 401 })
    expect(await push(other.code, token, body)).toMatchObject({ status: 403 })
    expect(await push('nowhere', token, body)).toMatchObject({ status: 403 })
    const first = await push(at.code, token, body, 'night-1')
    expect(first).toMatchObject({ code: 1, data: { id: expect.any(Number), task: expect.any(Number) } })
    expect((await push(at.code, token, body, 'night-1')).data['id']).toBe(first.data['id'])
    await left(at.gather, 1, 'received', 'reading')
    expect((await look(first.data['id'], token)).data).toMatchObject({
      state: 'compared',
      rowsIn: 2,
      rowsStored: 1,
      rowsRejected: 1,
      rejected: [{ row: 2, reason: 'unknownSubject' }],
    })
    const lines = '{"subject":"S2","visit":"V1","sbp":"130"}\n'
    expect((await push(at.code, token, lines, 'night-2', 'application/x-ndjson')).code).toBe(1)
    // Every refused row can be had, a thousand at a time.
    await left(at.gather, 2, 'received', 'reading')
    const many = await push(
      at.code,
      token,
      `subject,visit,sbp\n${Array.from({ length: 1002 }, (_, i) => `X${i},V1,1\n`).join('')}`,
      'night-3',
    )
    await left(at.gather, 3, 'received', 'reading')
    const [page, rest] = [await look(many.data['id'], token), await look(`${String(many.data['id'])}?skip=1000`, token)]
    expect([page.data['rejected'], page.data['more']]).toMatchObject([{ length: 1000 }, true])
    expect(rest.data).toMatchObject({ rejected: [{ row: 1001 }, { row: 1002 }], more: false, working: false, error: null })
    await sql(`UPDATE task SET state = 'failed', error = '{"en": "no such disk"}' WHERE id = $1`, [many.data['task']])
    expect((await look(many.data['id'], token)).data).toMatchObject({ working: false, error: 'no such disk' })
    const { token: foreign } = await issued(other)
    expect((await look(first.data['id'], foreign)).code).toBe(0)
    const [entry] = await sql<{ name: string }>(
      `SELECT actor_name AS name FROM audit_entry WHERE resource = 'gather.delivery' AND record_id = $1 AND action = 'add'`,
      [String(first.data['id'])],
    )
    expect(entry?.name).toContain('LIS')
  })

  test('follows the example of docs/intake.md to the letter, and so does the command', async () => {
    const at = await built({ automatic: true, intake: 'quarantine' })
    const { token } = await issued(at)
    const folder = await mkdtemp(join(tmpdir(), 'intake-'))
    await writeFile(join(folder, 'vitals.csv'), 'subject,visit,sbp\nS1,V1,120\nS9,V1,1\n')
    await writeFile(join(folder, 'right.csv'), 'subject,visit,sbp\nS1,V1,120\n')
    const [example = ''] = /curl --fail[\s\S]*?@vitals\.csv/.exec(await readFile('docs/intake.md', 'utf8')) ?? []
    const here = example.replace('http://localhost:8000', server.address).replace('HTN-VS', at.code)
    const env = { ...process.env, STUDY_TOKEN: token, STUDY_URL: server.address }
    const { stdout } = await run('sh', ['-c', here], { cwd: folder, env })
    const sent: { code: number; data: { id: number } } = JSON.parse(stdout)
    expect(sent).toMatchObject({
      code: 1,
      data: { id: expect.any(Number), task: expect.any(Number), sha256: expect.any(String), size: 36 },
    })
    await left(at.gather, 1, 'received', 'reading', 'compared')
    expect((await look(sent.data.id, token)).data).toMatchObject({ state: 'quarantined', rowsIn: 2, rowsStored: 1, rowsRejected: 1 })
    const pushed = await run(process.execPath, ['scripts/study.ts', 'push', join(folder, 'right.csv'), '--to', at.code], { env })
    expect(pushed.stdout).toMatch(/^delivery \d+, task \d+, SHA-256 [0-9a-f]{64}\naccepted: 1 rows, \+1 ~0 =0 ×0\n$/)
    // What was put aside is no success for a script, and neither is what nobody could read.
    await writeFile(join(folder, 'wrong.csv'), 'subject,visit,sbp\nS1,V1,121\nS9,V1,2\n')
    const wrong = run(process.execPath, ['scripts/study.ts', 'push', join(folder, 'wrong.csv'), '--to', at.code], { env })
    await expect(wrong).rejects.toMatchObject({ code: 3, stdout: expect.stringContaining('quarantined: 2 rows') })
    await rm(folder, { recursive: true })
  })

  test('is shut out at once when its token is revoked, replaced or past its day; the token is stored as a hash', async () => {
    const at = await built()
    const { id, token } = await issued(at)
    expect(JSON.stringify(await sql('SELECT * FROM study_token WHERE id = $1', [id]))).not.toContain(token)
    expect(JSON.stringify(await sql(`SELECT changes FROM audit_entry WHERE resource = 'study.token'`))).not.toContain(token)
    const again = await post<{ token: string }>(call, 'study.token/issue', { ids: [id] })
    const body = 'subject,visit,sbp\nS1,V1,120\n'
    expect((await push(at.code, token, body)).status).toBe(401)
    expect((await push(at.code, again.data.token, body)).code).toBe(1)
    await left(at.gather, 1, 'received', 'reading')
    await sql(`UPDATE token SET expires_at = now() - interval '1 second' WHERE type = 'machine' AND owner_id = $1`, [id])
    expect((await push(at.code, again.data.token, body)).status).toBe(401)
    const third = await post<{ token: string }>(call, 'study.token/issue', { ids: [id] })
    expect((await look(1, third.data.token)).status).toBe(200)
    expect((await move(call, 'study.token', id, 'revoked')).code).toBe(1)
    expect((await push(at.code, third.data.token, body)).status).toBe(401)
    expect((await post(call, 'study.token/issue', { ids: [id] })).code).toBe(0)
    expect(
      (await post(call, 'study.token/add', { study: at.study, name: 'x', gathers: [at.gather], expiresAt: '2020-01-01T00:00:00Z' })).code,
    ).toBe(0)
  })
})
