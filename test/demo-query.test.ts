import { afterAll, beforeAll, expect, test } from 'vitest'
import { running } from '../src/areas/qc-run/server/task.ts'
import { query } from '../src/areas/query/index.ts'
import { bulk } from '../src/server/bulk/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOf } from './worker.ts'

let server: TestServer
let worker: { stop(): Promise<void> }
const failures: unknown[] = []
beforeAll(async () => {
  server = await startTestServer()
  worker = await startWorker({
    url: server.backend.config.DATABASE_URL!,
    tools: toolsOf(server.backend),
    tasks: [running, bulk],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

test(
  'the demo has a query in every state of its machine; one was sent back, one reopened, one closed with proof',
  { timeout: 180_000 },
  async () => {
    type Found = { state: string; sentBack: number; reopened: number; proved: boolean }
    const found = () =>
      server.backend.database.query<Found>('SELECT state, sent_back AS "sentBack", reopened, proved FROM query ORDER BY id')
    await expect.poll(async () => (await found()).some(({ proved }) => proved), { timeout: 150_000 }).toBe(true)
    const queries = await found()
    expect(new Set(queries.map(({ state }) => state))).toEqual(new Set(query.fields.state.options))
    expect(queries.some(({ state, sentBack }) => state === 'open' && sentBack > 0)).toBe(true)
    expect(queries.some(({ state, reopened }) => state === 'open' && reopened > 0)).toBe(true)
    expect(queries.some(({ state, proved }) => state === 'closed' && !proved)).toBe(true)
    const [proof] = await server.backend.database.query<{ facts: { items: { before: string; after: string }[] } }>(
      `SELECT facts FROM query_entry WHERE kind = 'proved'`,
    )
    expect(proof?.facts.items).toMatchObject([{ before: '7', after: '71' }])
  },
)
