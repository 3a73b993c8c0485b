import { describe, expect, test } from 'vitest'
import { replayAreas } from '../src/server/audit/replay.ts'
import { accept, built, call, deliver, server, sql, withDeliveries } from './delivery-kit.ts'
import { add, post, read } from './study-kit.ts'

withDeliveries()

describe('AA-04 what deliveries stored is proven by their one entry', () => {
  const replay = () => {
    const { database, store, engine } = server.backend
    return replayAreas({ database, pathOf: (hash) => store.pathOf(hash) }, engine.registry, () => {}, new AbortController().signal)
  }
  /** Behind the trail, as somebody with the keys of the database would; taken back afterwards, so that each is found for itself. */
  const tampered = async (...statements: string[]) => {
    const before = new Set(await replay())
    const { owner } = server
    for (const statement of statements) await owner.query(statement)
    return (await replay()).filter((problem) => !before.has(problem))
  }

  test('nothing is wrong with what was stored, changed, edited, binned and purged by the ways there are; what was done behind them is found', async () => {
    const { gather, form: formId, subjects, visit } = await built({ removed: 'recycle' })
    const name = `clinical.data.f${formId}`
    const first = await accept(await deliver(gather, 'subject,visit,sbp,dbp\nS1,V1,120,80\nS2,V1,130,85\nS3,V1,"1,4",90\nS4,V1,,95\n'))
    await accept(await deliver(gather, 'subject,visit,sbp\nS1,V1,125\nS2,V1,130\nS3,V1,140\n'))
    const idOf = async (row: number) => (await sql<{ id: number }>(`SELECT id FROM "record"."t${formId}" WHERE row_no = $1`, [row]))[0]!.id
    const [one, two, four] = [await idOf(1), await idOf(2), await idOf(4)]
    const { version } = await read(call, name, two)
    expect(await post(call, `${name}/edit`, { id: two, version, v2: '131' }, '更正')).toMatchObject({ code: 1 })
    const why = { 'x-reason': encodeURIComponent('测试数据') }
    expect(await call(`/admin/${name}/delete`, { method: 'DELETE', query: { ids: String(four) }, headers: why })).toMatchObject({ code: 1 })
    const typed = await add(call, name, { subject: subjects[3], visit, v2: '150' })
    expect(await replay()).toEqual([])
    const table = `"record"."t${formId}"`
    expect(await tampered(`UPDATE ${table} SET v2 = '126' WHERE id = ${one}`)).toEqual([
      `${name} #${one} v2 has another value than its last change`,
    ])
    expect(await tampered(`UPDATE ${table} SET v3 = '81' WHERE id = ${one}`)).toEqual([
      `${name} #${one} was not born with the values of the file of delivery #${first.id}`,
    ])
    expect(await tampered(`UPDATE ${table} SET v1 = 'x' WHERE id = ${typed.id}`)).toEqual([
      `${name} #${typed.id} v1 holds a value that nobody has entered`,
    ])
    const [change] = await sql<{ id: number; delivery: number }>(
      'SELECT id, delivery FROM value_change WHERE form = $1 AND record = $2 ORDER BY id LIMIT 1',
      [formId, one],
    )
    const rewritten = await tampered(
      'ALTER TABLE value_change DISABLE TRIGGER ALL',
      `UPDATE value_change SET after = '99' WHERE id = ${change!.id}`,
    )
    expect(rewritten).toContain(`gather.delivery #${change!.delivery} has other changes of values than the trail`)
    expect(await tampered(`DELETE FROM ${table} WHERE id = ${two}`)).toEqual([
      `${name}: 1 delivered rows are gone from the table, but the trail has them`,
    ])
    const forged = await tampered(
      `INSERT INTO ${table} (subject, instance, department, state, delivery_id, row_no) SELECT subject, 9, department, state, delivery_id, 99 FROM ${table} WHERE id = ${one}`,
    )
    expect(forged).toEqual([expect.stringContaining('is in the table, but not in the file of delivery')])
    expect(await tampered(`DELETE FROM ${table} WHERE id = ${typed.id}`)).toEqual([
      `${name} #${typed.id} is gone from the table, but the trail has it`,
    ])
  })
})
