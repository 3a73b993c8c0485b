import { expect } from 'vitest'
import { LIMITS } from '../src/server/db/limits.ts'
import { openDoor } from '../src/server/lane/door.ts'
import type { AnyQuestion } from '../src/server/lane/question.ts'
import { tableName } from '../src/study/record/table.ts'
import type { TestServer } from './server.ts'
import { toolsOf } from './worker.ts'

/** A worker's door beside this server; what it met in the background fails whoever closes it. */
export const openBeside = async ({ backend }: TestServer, questions: readonly AnyQuestion[], limitMs?: number) => {
  const failures: unknown[] = []
  const onError = (error: unknown) => void failures.push(error)
  const asked = { dataDir: backend.config.DATA_DIR, tools: toolsOf(backend), questions, onError }
  const door = await openDoor(limitMs === undefined ? asked : { ...asked, limitMs })
  return {
    close: async () => {
      await door.close()
      expect(failures).toEqual([])
    },
  }
}

const WAITING = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"record"%'`
/** Nobody reads the records of this form until it is let go: a question over them takes as long as the test likes. */
export const holdRecords = async ({ backend: { database } }: TestServer, form: number) => {
  const { connection, release } = await database.hold(LIMITS.task)
  await connection.query('BEGIN')
  await connection.query(`LOCK TABLE "record"."${tableName(form)}" IN ACCESS EXCLUSIVE MODE`)
  const waiting = async () => (await database.query<{ n: number }>(WAITING))[0]?.n
  return {
    /** So many questions stand before the lock. */
    wait: (count: number) => expect.poll(waiting, { timeout: 20_000 }).toBe(count),
    letGo: async () => {
      await connection.query('ROLLBACK')
      await release()
    },
  }
}

type Wish = { path: string; headers: Record<string, string>; body: object }
/** A request that is asked and may be hung up. */
export const asking = (server: TestServer, { path, headers, body }: Wish) => {
  const control = new AbortController()
  const answer = fetch(`${server.address}${path}`, {
    method: 'POST',
    signal: control.signal,
    headers: { server: '1', 'content-type': 'application/json', 'think-lang': 'en', ...headers },
    body: JSON.stringify(body),
  })
  return { answer, hangUp: () => control.abort() }
}

export const SLOW = {
  code: 0,
  msg: 'There was no answer within 10 s, so it was stopped; narrow it down, or run it as a task',
  data: { instead: 'task' },
}

/** Every door of the lane: ten seconds, two at a time, ends with its request. `wish` reads the records of `form`. */
export const proveLane = async (server: TestServer, form: number, question: AnyQuestion, wish: Wish) => {
  const told = async (response: Response) => ({ status: response.status, ...((await response.json()) as object) })
  let door = await openBeside(server, [question], 300)
  const held = await holdRecords(server, form)
  try {
    // Out of time: said in words, and the statement is gone, although its table is still held.
    expect(await told(await asking(server, wish).answer)).toMatchObject({ status: 200, ...SLOW })
    await held.wait(0)
    await door.close()
    door = await openBeside(server, [question])
    const two = [asking(server, wish), asking(server, wish)]
    await held.wait(2)
    expect(await told(await asking(server, wish).answer)).toMatchObject({ status: 429, data: { retryAfter: 2 } })
    // Hung up: its statement ends, and there is room for the next.
    two[0]?.hangUp()
    await expect(two[0]?.answer).rejects.toThrow()
    await held.wait(1)
    const third = asking(server, wish)
    await held.wait(2)
    await held.letGo()
    for (const one of [two[1], third]) expect(await told((await one?.answer) ?? Response.error())).toMatchObject({ code: 1 })
  } finally {
    await door.close()
  }
}
