import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlone } from './server.ts'
import type { TestServer } from './server.ts'
import { add } from './study-kit.ts'

let server: TestServer
beforeAll(async () => {
  server = await startAlone()
})
afterAll(() => server.close())

// A page that is not full knows the total without counting: it must be the number that counting finds.
test('the total is the same on a full page, on the last one and behind it', async () => {
  const { call } = await server.login()
  for (let n = 1; n <= 12; n++) await add(call, 'sms.variable', { name: `total_${n}`, title: `T ${n}`, source: 'literal', value: `${n}` })
  const totals = async (limit: number, page: number): Promise<[number, number]> => {
    const search = JSON.stringify([{ field: 'name', operator: 'LIKE', val: 'total_' }])
    const query = { limit: String(limit), page: String(page), search }
    const { data } = await call<{ list: object[]; total: number }>('/admin/sms.variable/index', { query })
    return [data.list.length, data.total]
  }
  expect(await totals(10, 1)).toEqual([10, 12])
  expect(await totals(10, 2)).toEqual([2, 12])
  expect(await totals(10, 3)).toEqual([0, 12])
  expect(await totals(20, 1)).toEqual([12, 12])
})
