import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { Hopeless, defineTask } from '../src/server/task/definition.ts'
import { notify } from '../src/server/notification/notify.ts'
import { enqueue } from '../src/server/task/enqueue.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { onlyInOneProcess } from './processes.ts'
import { PASSWORD, startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { toolsOn } from './worker.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['login']>>
let worker: { stop(): Promise<void> }
const failures: unknown[] = []

const intoPanel = defineTask({
  kind: 'trial.panel',
  lane: 'light',
  title: { 'zh-cn': '试验', en: 'Trial' },
  isSaid: true,
  outcome: ({ isGood }) => ({ isGood, words: { 'zh-cn': '不好', en: 'not well' } }),
  input: z.object({ isGood: z.boolean(), fails: z.boolean() }),
  steps: (none) =>
    none.step('only', async ({ input }) => {
      if (input.fails) throw new Hopeless('no')
      return { isGood: input.isGood }
    }),
})

const talk = defineTask({
  kind: 'trial.talk',
  lane: 'light',
  title: { 'zh-cn': '试验', en: 'Trial' },
  input: z.object({ lines: z.number() }),
  steps: (none) =>
    none
      .step('talk', async ({ input, log, progress }) => {
        for (let i = 0; i < input.lines; i++) log(`line ${i}`)
        progress(0.5)
      })
      .step('end', async () => 'said'),
})
beforeAll(async () => {
  server = await startTestServer({}, ['--empty'])
  admin = await server.login()
  const { database, config } = server.backend
  worker = await startWorker({
    url: config.DATABASE_URL!,
    tools: toolsOn(database),
    tasks: [talk, intoPanel],
    lookMs: 100,
    onError: (error) => void failures.push(error),
  })
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  expect(failures).toEqual([])
})

type Heard = { id: string; event: string; data: { task: number; state?: string; lines?: string[]; isMine?: boolean; outcome?: object } }
/** One connection; `take` gives what came next, undefined when the stream is over. */
const listen = async (token: string, query = '', marks = '') => {
  const control = new AbortController()
  const response = await fetch(`${server.address}/admin/task/stream${query}`, {
    headers: { server: '1', batoken: token, ...(marks ? { 'last-event-id': marks } : {}) },
    signal: control.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const take = async (): Promise<Heard | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { value, done } = await reader.read()
        if (done) return undefined
        text += value
        continue
      }
      const fields = Object.fromEntries(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
      )
      text = text.slice(end + 2)
      if (fields['event']) return { id: fields['id'] ?? '', event: fields['event'], data: JSON.parse(fields['data']!) as Heard['data'] }
    }
  }
  return { response, take, cut: () => control.abort() }
}
const stored = (kinds: string[]) =>
  server.backend.database.query<{ id: string }>(
    `SELECT e.task || ':' || e.seq AS id FROM task_event e JOIN task t ON t.id = e.task WHERE t.kind = 'trial.talk' AND e.kind = ANY($1) ORDER BY e.task, e.seq`,
    [kinds],
  )
const until = async (stream: Awaited<ReturnType<typeof listen>>, isLast: (one: Heard) => boolean): Promise<Heard[]> => {
  const heard: Heard[] = []
  for (let one = await stream.take(); one; one = await stream.take()) {
    heard.push(one)
    if (isLast(one)) break
  }
  return heard
}

test('one task is followed from its beginning to its end, with its log; who comes back goes on behind the mark', async () => {
  const id = (await enqueue(server.backend.database, talk, { lines: 3 }))!
  const stream = await listen(admin.token, `?task=${id}`)
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  const heard = await until(stream, ({ data }) => data.state === 'done')
  stream.cut()
  expect(heard.map((one) => one.id)).toEqual(heard.map((_, i) => `${id}:${i + 1}`))
  expect(heard.flatMap(({ data }) => data.state ?? [])).toEqual(['waiting', 'running', 'done'])
  expect(heard.flatMap(({ data }) => data.lines ?? [])).toEqual(['line 0', 'line 1', 'line 2'])
  const again = await listen(admin.token, `?task=${id}`, heard[1]!.id)
  const rest = await until(again, () => false)
  expect(rest.map((one) => one.id)).toEqual(heard.slice(2).map((one) => one.id))
})

test('what came of a task is told with its end; what the page of its asker says itself is theirs to hear of only where it fails', async () => {
  const ends = async (fails: boolean) => {
    const owner = { kind: 'admin', id: 1 } as const
    const stream = await listen(admin.token)
    await stream.take()
    const id = await enqueue(server.backend.database, intoPanel, { isGood: false, fails }, { owner })
    const heard = await until(stream, ({ data }) => data.task === id && /done|failed/.test(data.state ?? ''))
    stream.cut()
    return heard.at(-1)?.data
  }
  expect(await ends(false)).toMatchObject({ state: 'done', isMine: false, outcome: { isGood: false, words: { en: 'not well' } } })
  expect(await ends(true)).toMatchObject({ state: 'failed', isMine: true })
})

test('whoever has news is told at once over the stream that is open anyway; nobody else is', async () => {
  const stream = await listen(admin.token)
  await stream.take()
  const kind = { kind: 'export', title: { 'zh-cn': '试', en: 'Try' }, icon: 'bell' }
  const text = { 'zh-cn': '新', en: 'new' }
  await notify(server.backend.database, kind, [{ kind: 'admin', id: 999 }], { text })
  await notify(server.backend.database, kind, [{ kind: 'member', id: 1 }], { text })
  const id = (await enqueue(server.backend.database, talk, { lines: 0 }))!
  const before = await until(stream, ({ data, event }) => event === 'news' || (data.task === id && data.state === 'done'))
  expect(before.map(({ event }) => event)).not.toContain('news')
  await notify(server.backend.database, kind, [{ kind: 'admin', id: 1 }], { text })
  expect((await until(stream, ({ event }) => event === 'news')).at(-1)?.event).toBe('news')
  stream.cut()
})

test('cut off a hundred times among many tasks, a reader loses nothing and hears nothing twice', async () => {
  const { database } = server.backend
  const marks = new Map<string, string>()
  const heard: string[] = []
  const before = new Set((await stored(['state', 'progress'])).map((row) => row.id))
  const ids: number[] = []
  const keep = ({ id }: Heard) => id.split(',').forEach((mark) => marks.set(mark.split(':')[0]!, mark))
  const reopen = async () => {
    const stream = await listen(admin.token, '', [...marks.values()].join(','))
    const opened = (await stream.take())!
    expect(opened.event).toBe('open')
    keep(opened)
    return stream
  }
  let stream = await reopen()
  let over = 0
  for (let cuts = 0; cuts < 100 || over < ids.length;) {
    if (ids.length < 100) ids.push((await enqueue(database, talk, { lines: 1 }))!)
    const one = await stream.take()
    if (one) keep(one)
    if (one && one.event !== 'open') {
      heard.push(one.id)
      if (one.data.state === 'done') over++
    }
    if (cuts < 100 && heard.length % 4 === 0) {
      stream.cut()
      cuts++
      stream = await reopen()
    }
  }
  stream.cut()
  const all = (await stored(['state', 'progress'])).map((row) => row.id).filter((id) => !before.has(id))
  expect(heard.toSorted()).toEqual(all.toSorted())
})

test('cut again while it hears what it missed long ago, a reader misses nothing', async () => {
  const { database } = server.backend
  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60
  const put = async (at: number) => {
    const [row] = await database.query<{ id: number }>(
      `WITH t AS (INSERT INTO task (kind, lane, input, seq, state) VALUES ('trial.asleep', 'light', '{}', 1, 'done') RETURNING id)
       INSERT INTO task_event (task, seq, at, kind, data) SELECT id, 1, to_timestamp($1), 'state', '{"state":"done"}' FROM t RETURNING task AS id`,
      [at],
    )
    return `${row!.id}:1`
  }
  // The task that was asked for first has the latest news.
  const [late, early] = [await put(minutesAgo(0)), await put(minutesAgo(20))]
  const first = await listen(admin.token, '', `0:${minutesAgo(30)}`)
  const opened = (await first.take())!
  first.cut()
  const second = await listen(admin.token, '', opened.id)
  const heard = await until(second, ({ id }) => id === late)
  second.cut()
  expect(heard.map(({ id }) => id)).not.toContain(early)
  const third = await listen(admin.token, '', `${heard[0]!.id},${late}`)
  const rest = await until(third, ({ id }) => id === early)
  expect(rest.map(({ id }) => id)).not.toContain(late)
  // All is told: from here it goes on, not from half an hour ago.
  const [, complete] = (await until(third, ({ event }) => event === 'open')).at(-1)!.id.split(':')
  expect(Number(complete)).toBeGreaterThanOrEqual(minutesAgo(1))
  third.cut()
})

test('an event that nobody told of is found by looking', async () => {
  const stream = await listen(admin.token)
  expect((await stream.take())?.event).toBe('open')
  const [row] = await server.backend.database.query<{ id: number }>(
    `WITH t AS (INSERT INTO task (kind, lane, input, seq, state) VALUES ('trial.silent', 'light', '{}', 1, 'done') RETURNING id)
     INSERT INTO task_event (task, seq, kind, data) SELECT id, 1, 'state', '{"state":"done"}' FROM t RETURNING task AS id`,
  )
  expect(await stream.take()).toMatchObject({ id: `${row!.id}:1`, event: 'state' })
  stream.cut()
})

test('a reader sees the own tasks, and nothing of what others asked for', async () => {
  const group = await admin.call<{ row: { id: number } }>('/admin/auth.group/add', { body: { name: 'nothing', rules: [] } })
  const { data } = await admin.call<{ row: { id: number } }>('/admin/auth.admin/add', {
    body: { username: 'reader', nickname: 'r', groups: [group.data.row.id], password: PASSWORD },
  })
  const reader = await server.login('reader')
  const stream = await listen(reader.token)
  expect((await stream.take())?.event).toBe('open')
  const { database } = server.backend
  const foreign = await enqueue(database, talk, { lines: 0 })
  await expect.poll(async () => (await database.query('SELECT state FROM task WHERE id = $1', [foreign]))[0]).toEqual({ state: 'done' })
  const own = await enqueue(database, talk, { lines: 0 }, { owner: { kind: 'admin', id: data.row.id } })
  // That there is news is rung for; of tasks only the own one is spoken.
  const heard = await until(stream, ({ data }) => data.task === own)
  expect(heard.filter(({ event }) => event !== 'news').map(({ data }) => data.task)).toEqual([own])
  stream.cut()
  const log = await listen(reader.token, `?task=${foreign}`)
  await admin.call('/admin/auth.admin/edit', { body: { id: data.row.id, status: false } })
  // The session is over: so is the stream, without a word of the foreign task.
  expect(await until(log, () => false)).toEqual([])
})

test('a mark that cannot be read is refused, and so is what is no task', async () => {
  const marked = { headers: { 'last-event-id': 'yesterday', 'think-lang': 'en' } }
  expect(await admin.call('/admin/task/stream', marked)).toMatchObject({ status: 400, msg: expect.stringContaining('last-event-id') })
  expect(await admin.call('/admin/task/stream', { query: { task: '-1' } })).toMatchObject({ code: 0 })
  expect(await server.call('/admin/task/stream')).toMatchObject({ code: 302 })
})

onlyInOneProcess('each process counts the streams it holds', 'one person holds a dozen streams, not a thousand', async () => {
  const open = await Promise.all(Array.from({ length: 12 }, () => listen(admin.token)))
  expect((await admin.call('/admin/task/stream')).status).toBe(503)
  open[0]!.cut()
  await expect
    .poll(async () => {
      const one = await listen(admin.token)
      one.cut()
      return one.response.headers.get('content-type')
    })
    .toContain('event-stream')
  for (const one of open) one.cut()
})
