import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as queue from './queue.ts'

/**
 * The states of the terminal's queue (T-08, T-10) once more, as plainly as possible and by other means: a list that is changed in place, one rule per sentence.
 * Whatever people and the stream do in whatever order, the queue must agree with it.
 */
type Item = { uuid: string; status: queue.TaskStatus; blocks: boolean; lines: number; shown: boolean }

class Model {
  items: Item[] = []
  #of(uuid: string): Item | undefined {
    return this.items.find((i) => i.uuid === uuid)
  }
  #end(item: Item, status: 'Failed' | 'Unknown'): void {
    item.status = status
    // "A failed or unknown task has its output shown if it blocks on failure."
    if (item.blocks) item.shown = true
  }
  add(uuid: string, blocks: boolean, clean: boolean): void {
    if (clean) this.items = this.items.filter((i) => i.status !== 'Success')
    this.items.push({ uuid, status: 'Waiting', blocks, lines: 0, shown: false })
  }
  startNext(): string | null {
    for (const item of this.items) if (item.status === 'Connecting' || item.status === 'Executing') return null
    for (const item of this.items) {
      if ((item.status === 'Failed' || item.status === 'Unknown') && item.blocks) return null
      if (item.status !== 'Waiting') continue
      item.status = 'Connecting'
      item.lines = 0
      return item.uuid
    }
    return null
  }
  hear(uuid: string, data: string): void {
    const item = this.#of(uuid)
    if (!item) return
    if (data === 'command-link-success') item.status = 'Executing'
    else if (data === 'command-exec-success') item.status = 'Success'
    else if (data === 'command-exec-error') this.#end(item, 'Failed')
    else if (data === 'command-exec-completed' && item.status === 'Success') return
    else if (data === 'command-exec-completed') this.#end(item, 'Failed')
    else item.lines++
  }
  breakOff(uuid: string): void {
    const item = this.#of(uuid)
    if (item?.status === 'Connecting' || item?.status === 'Executing') this.#end(item, 'Failed')
  }
  reload(): void {
    for (const item of this.items) if (item.status === 'Connecting' || item.status === 'Executing') this.#end(item, 'Unknown')
  }
  retry(uuid: string): void {
    const item = this.#of(uuid)
    if (!item || item.status === 'Connecting' || item.status === 'Executing') return
    Object.assign(item, { status: 'Waiting', lines: 0, shown: true })
  }
  remove(uuid: string): void {
    this.items = this.items.filter((i) => i.uuid !== uuid || i.status === 'Connecting' || i.status === 'Executing')
  }
}

const WORDS = ['command-link-success', 'command-exec-success', 'command-exec-error', 'command-exec-completed', 'a line'] as const
/** Which task is meant is a number: the runner takes it modulo those there are. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), blocks: fc.boolean(), clean: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('hear' as const), data: fc.constantFrom(...WORDS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('break' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retry' as const), at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), at: fc.nat(20) }) },
)

const newTask = (uuid: string, blockOnFailure: boolean): queue.Task => ({
  uuid,
  createtime: 0,
  status: 'Waiting',
  command: 'c',
  message: [],
  showMessage: false,
  blockOnFailure,
  extend: '',
})
const seen = (tasks: queue.Queue): Item[] =>
  tasks.map((t) => ({ uuid: t.uuid, status: t.status, blocks: t.blockOnFailure, lines: t.message.length, shown: t.showMessage }))

test('T-08 T-10 5,000 random sequences end as the model does, one task at a time all the way', () => {
  let next = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let tasks: queue.Task[] = []
      const model = new Model()
      let streaming: string | null = null
      for (const s of steps) {
        const at = 'at' in s ? tasks[s.at % Math.max(tasks.length, 1)]?.uuid : undefined
        if (s.do === 'add') {
          const uuid = `t${next++}`
          tasks = queue.add(tasks, newTask(uuid, s.blocks), s.clean)
          model.add(uuid, s.blocks, s.clean)
        } else if (s.do === 'start') {
          const started = queue.nextToStart(tasks)?.uuid ?? null
          expect(started).toBe(model.startNext())
          if (started) tasks = queue.start(tasks, (streaming = started))
        } else if (s.do === 'hear' && streaming) {
          const before = tasks
          const { queue: after, close } = queue.receive(tasks, { uuid: streaming, data: s.data })
          tasks = after
          model.hear(streaming, s.data)
          expect(close).toBe(s.data === 'command-exec-completed')
          if (close) streaming = null
          expect(before.length).toBe(tasks.length)
        } else if (s.do === 'break' && streaming) {
          tasks = queue.breakStream(tasks, streaming)
          model.breakOff(streaming)
          streaming = null
        } else if (s.do === 'reload') {
          tasks = queue.afterRestart(JSON.parse(JSON.stringify(tasks)) as queue.Task[])
          model.reload()
          streaming = null
        } else if (s.do === 'retry' && at) {
          tasks = queue.retry(tasks, at)
          model.retry(at)
        } else if (s.do === 'remove' && at) {
          tasks = queue.remove(tasks, at)
          model.remove(at)
        }
        expect(seen(tasks)).toEqual(model.items)
        expect(tasks.filter((t) => t.status === 'Connecting' || t.status === 'Executing').length).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 5000 },
  )
})
