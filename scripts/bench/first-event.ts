// How soon whoever asked for a task hears that it has begun: real server, real worker, the stream read by `fetch` as a page reads it.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { startServer } from './server.ts'

type Event = { task: number; state?: string; heardAt: number }
type Server = Awaited<ReturnType<typeof startServer>>
export type Heard = { begun: number; asked: number }

/** Every event of state, at the moment of its arrival. */
const readStream = async ({ address, headers }: Server, signal: AbortSignal, hear: (event: Event) => void): Promise<void> => {
  const { body } = await fetch(`${address}/admin/task/stream`, { headers: headers(), signal })
  if (!body) throw new Error('the stream has no body')
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const heardAt = Date.now()
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^event: state\ndata: (.*)$/m.exec(block)?.[1]
      if (data) hear({ ...(JSON.parse(data) as { task: number; state: string }), heardAt })
    }
  }
}

/** One export after the other, asked for like by the button of a list. Milliseconds from the begin of the task, and from the click. */
export const hearFirstEvents = async (server: Server, client: pg.Client, count: number): Promise<Heard[]> => {
  const worker = server.launchWorker()
  const over = new AbortController()
  const events: Event[] = []
  const reading = readStream(server, over.signal, (event) => void events.push(event)).catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  const find = async (task: number, state: string): Promise<Event> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(2)) {
      const found = events.find((event) => event.task === task && event.state === state)
      if (found) return found
    }
    throw new Error(`task ${task} was never said to be ${state}`)
  }
  const ask = async (): Promise<Heard> => {
    const askedAt = Date.now()
    const { data, msg } = await server.call<{ task: number }>('/admin/job/exportExcel', { method: 'POST' })
    if (!data) throw new Error(msg)
    const { heardAt } = await find(data.task, 'running')
    await find(data.task, 'done')
    const { rows } = await client.query<{ at: string }>('SELECT extract(epoch FROM started_at) * 1000 AS at FROM task WHERE id = $1', [
      data.task,
    ])
    return { begun: heardAt - Number(rows[0]?.at), asked: heardAt - askedAt }
  }
  try {
    // The first one waits for the worker to start, and is not counted.
    await ask()
    const heard: Heard[] = []
    while (heard.length < count) heard.push(await ask())
    return heard
  } finally {
    over.abort()
    await reading
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await ended
  }
}
