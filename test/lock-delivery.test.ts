import { describe, expect, test } from 'vitest'
import { storing } from '../src/areas/gather-delivery/server/storing.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { built, call, counts, deliver, records, send, server, sql, waited, withDeliveries } from './delivery-kit.ts'
import type { Built } from './delivery-kit.ts'
import { signed } from './signing.ts'
import { add, move, post, read } from './study-kit.ts'
import type { Row } from './study-kit.ts'

withDeliveries()

const close = async (at: Built, scope: string, level: string, which: object): Promise<void> => {
  // The delivery itself waits, which holds the study and its parts back: that is tried where gates are.
  await sql(`UPDATE gather_delivery SET state = 'rejected' WHERE study = $1 AND state = 'compared'`, [at.study])
  if (scope !== 'study') await add(call, 'study.lock', { study: at.study, scope, level, reason: '核对完毕', ...which })
  else await closeStudy(at, level)
  await sql(`UPDATE gather_delivery SET state = 'compared' WHERE study = $1 AND state = 'rejected'`, [at.study])
}
const closeStudy = async (at: Built, level: string): Promise<void> => {
  for (const to of ['cleaning', 'frozen']) expect((await move(call, 'study.project', at.study, to, '核对完毕')).code).toBe(1)
  if (level === 'lock') {
    await signed(server, call, at.study)
    expect(await move(call, 'study.project', at.study, 'locked', '核对完毕')).toMatchObject({ code: 1 })
  }
}
/** As it was accepted before the freeze, and its turn comes behind it. */
const storeLate = async (delivery: number) => {
  const { backend } = server
  const ctx = systemContext(backend)
  const task = await backend.engine.write(ctx, ({ db }) =>
    enqueue(db, storing, { delivery, by: { kind: 'admin', id: 1 }, reason: null }, { title: 'late' }),
  )
  const ended = async () => (await sql<{ state: string; error: unknown }>('SELECT state, error FROM task WHERE id = $1', [task]))[0]
  await expect.poll(async () => (await ended())?.state, waited).toMatch(/done|failed|parked/)
  return (await ended())!
}
const traces = async (delivery: number, form: number) => ({
  rows: await records(form),
  changes: await sql('SELECT 1 FROM value_change WHERE delivery = $1', [delivery]),
  imports: await sql(`SELECT 1 FROM audit_entry WHERE resource = 'gather.delivery' AND record_id = $1 AND action = 'import'`, [
    String(delivery),
  ]),
})
const prepared = async (): Promise<{ at: Built; row: Row }> => {
  const at = await built()
  const first = await deliver(at.gather, 'subject,visit,sbp\nS1,V1,120\n')
  expect(await storeLate(first.id)).toMatchObject({ state: 'done' })
  const row = await deliver(at.gather, 'subject,visit,sbp\nS1,V1,125\nS2,V1,130\n')
  expect(counts(row)).toEqual([2, 1, 1, 0, 0])
  return { at, row }
}
const LEVELS = ['freeze', 'lock'] as const

describe.each(LEVELS)('a delivery that was accepted before a %s of', (level) => {
  test.each(['study', 'gather', 'form'] as const)('its %s is refused in words, stores nothing, and is accepted anew', async (scope) => {
    const { at, row } = await prepared()
    await close(at, scope, level, { [scope]: at[scope] })
    const before = await traces(row.id, at.form)
    const { state, error } = await storeLate(row.id)
    expect(state).toBe('failed')
    expect(JSON.stringify(error)).toMatch(/已由.+(冻结|锁定)，这次交付没有入库；解除后请重新接受/)
    expect(await traces(row.id, at.form)).toEqual(before)
    expect((await read(call, 'gather.delivery', row.id)).state).toBe('compared')
    expect((await post(call, 'gather.delivery/accept', { ids: [row.id], reason: '' })).msg).toMatch(/已由.+(冻结|锁定)，其中的数据不能修改/)
    // Whoever sends more is told before the first byte.
    expect(await send(at.gather, 'late.csv', 'subject,visit,sbp\nS3,V1,1\n')).not.toBe(204)
  })

  test.each(['visit', 'subject', 'record'] as const)('a %s stores what lies outside it and tells what was refused', async (scope) => {
    const { at, row } = await prepared()
    const [record] = await sql<{ id: number }>(`SELECT id FROM "record"."t${at.form}"`)
    const which = { visit: { visit: at.visit }, subject: { subject: at.subjects[0] }, record: { form: at.form, record: record!.id } }
    await close(at, scope, level, which[scope])
    expect(await storeLate(row.id)).toMatchObject({ state: 'done' })
    const stored = scope === 'visit' ? 0 : 1
    const now = await read(call, 'gather.delivery', row.id)
    expect(now).toMatchObject({ state: 'accepted', rowsStored: stored, rowsChanged: 0, rowsRejected: 2 - stored })
    expect(now['diff']).toMatchObject({ reasons: { conflict: 2 - stored } })
    expect((await records(at.form)).map(({ subject, v2 }) => [subject, v2])).toEqual([['S1', '120'], ...(stored ? [['S2', '130']] : [])])
  })
})
