// A page that follows all tasks and whose line is cut again and again; each time it comes back to another server of the installation.
import { setTimeout as sleep } from 'node:timers/promises'
import type { startServer } from '../bench/server.ts'

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'address' | 'headers'>
export type Reader = { readonly heard: readonly string[]; readonly cuts: number; readonly isListening: boolean; stop(): Promise<void> }

/** `cuts` times at random moments; then it goes on listening. `heard` has every event once it came, in the order of coming. */
export const startReader = (servers: readonly Server[], cuts: number): Reader => {
  const heard: string[] = []
  const marks = new Map<string, string>()
  const over = new AbortController()
  let cut = 0
  const follow = async (): Promise<void> => {
    const server = servers[cut % servers.length]
    if (!server) throw new Error('nobody to follow')
    const line = new AbortController()
    const stop = () => line.abort()
    over.signal.addEventListener('abort', stop, { once: true })
    if (cut < cuts) setTimeout(stop, 20 + Math.random() * 200)
    try {
      const { body } = await fetch(`${server.address}/admin/task/stream`, {
        headers: { ...server.headers(), ...(marks.size ? { 'last-event-id': [...marks.values()].slice(-500).join(',') } : {}) },
        signal: line.signal,
      })
      let text = ''
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const id = /^id: (.*)$/m.exec(block)?.[1]
          if (!id) continue
          for (const mark of id.split(',')) {
            const task = mark.slice(0, mark.indexOf(':'))
            // The last one at the end: what was seen longest ago is the first to be left out.
            marks.delete(task)
            marks.set(task, mark)
          }
          if (!block.includes('event: open')) heard.push(id)
        }
      }
    } catch (error) {
      if (!line.signal.aborted) process.stderr.write(`${String(error)}\n`)
    } finally {
      over.signal.removeEventListener('abort', stop)
    }
    cut++
  }
  const going = (async () => {
    while (!over.signal.aborted) await follow()
  })()
  return {
    heard,
    get cuts() {
      return cut
    },
    // Cut before it was told where its stream begins, it begins anew: what happened in between was no news to it.
    get isListening() {
      return marks.size > 0
    },
    stop: async () => {
      // What was told last is on its way for as long as a healing look takes.
      await sleep(6000)
      over.abort()
      await going
    },
  }
}
