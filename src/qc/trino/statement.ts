import { z } from 'zod'
import type { SqlRow } from '../table.ts'
import { TransportError, type Transport } from './transport.ts'
import { plainValue } from './value.ts'

const page = z.looseObject({
  id: z.string(),
  nextUri: z.string().optional(),
  columns: z.array(z.looseObject({ name: z.string(), type: z.string() })).optional(),
  data: z.array(z.array(z.unknown())).optional(),
  error: z.looseObject({ message: z.string(), errorName: z.string().optional() }).optional(),
  stats: z.looseObject({
    state: z.string(),
    totalSplits: z.number().default(0),
    completedSplits: z.number().default(0),
    processedRows: z.number().default(0),
    processedBytes: z.number().default(0),
    cpuTimeMillis: z.number().default(0),
    peakMemoryBytes: z.number().default(0),
    nodes: z.number().default(0),
  }),
})

export type Statistics = z.infer<typeof page>['stats'] & { id: string }

/** Seen once: all rows were read, and a task waited for ever for somebody to fetch them. */
const STALL_MS = 300_000
/** Waiting for a place in a busy cluster is not standing still. */
const WAITING = new Set(['QUEUED', 'WAITING_FOR_RESOURCES', 'DISPATCHING'])

export class TrinoError extends Error {
  readonly code: string | undefined
  constructor(message: string, code: string | undefined) {
    super(message)
    this.name = 'TrinoError'
    this.code = code
  }
}

/** A proxy or another service at the same address answers too. */
function readPage(text: string): z.infer<typeof page> {
  try {
    return page.parse(JSON.parse(text))
  } catch {
    throw new TransportError(`what answers is no Trino server: ${text.slice(0, 100)}`, undefined, 'STRANGER')
  }
}

/** One statement from its text to its last page. Left before its end, or cancelled, it is ended on the server. */
export class Statement {
  readonly #transport: Transport
  readonly #sql: string
  readonly #heard: (statistics: Statistics) => void
  readonly #stallMs: number
  #figures = ''
  #movedAt = performance.now()
  #next: string | undefined
  readonly #control = new AbortController()

  constructor(transport: Transport, sql: string, heard: (statistics: Statistics) => void, stallMs = STALL_MS) {
    this.#transport = transport
    this.#sql = sql
    this.#heard = heard
    this.#stallMs = stallMs
  }

  async *rows<Row extends SqlRow>(): AsyncGenerator<Row[]> {
    let answer = await this.#read('POST', '/v1/statement', this.#sql)
    try {
      for (;;) {
        if (answer.error) throw new TrinoError(answer.error.message, answer.error.errorName)
        this.#refuseToStall(answer)
        const { columns, data } = answer
        if (columns && data?.length)
          yield data.map((cells) => Object.fromEntries(columns.map(({ name, type }, at) => [name, plainValue(cells[at], type)])) as Row)
        // Cut off is not complete.
        this.#refuseCancelled()
        if (this.#next === undefined) return
        answer = await this.#read('GET', this.#next)
      }
    } finally {
      await this.cancel(false)
    }
  }

  #refuseToStall({ stats, data }: z.infer<typeof page>): void {
    const figures = [stats.state, stats.completedSplits, stats.processedRows, stats.processedBytes, stats.cpuTimeMillis].join(' ')
    if (figures !== this.#figures || data?.length || WAITING.has(stats.state)) {
      this.#figures = figures
      this.#movedAt = performance.now()
    } else if (performance.now() - this.#movedAt > this.#stallMs)
      throw new TrinoError(`the server got no further with a statement for ${this.#stallMs / 1000} s; it was ended there`, 'STALLED')
  }

  /** Ends it on the server; whoever reads it hears that it was cancelled. */
  async cancel(told = true): Promise<void> {
    // A request under way, or the pause before the next try, would hold up whoever cancelled.
    if (told) this.#control.abort()
    const next = this.#next
    this.#next = undefined
    if (next !== undefined) await this.#transport.send({ method: 'DELETE', address: next }).catch(() => undefined)
  }

  #refuseCancelled(): void {
    if (this.#control.signal.aborted) throw new TrinoError('the statement was cancelled', 'USER_CANCELED')
  }

  async #read(method: 'POST' | 'GET', address: string, body?: string): Promise<z.infer<typeof page>> {
    this.#refuseCancelled()
    const { signal } = this.#control
    const text = await this.#transport
      .send({ method, address, ...(body === undefined ? {} : { body }), signal })
      .catch((error: unknown) => {
        this.#refuseCancelled()
        throw error
      })
    const answer = readPage(text)
    this.#next = answer.nextUri
    this.#heard({ ...answer.stats, id: answer.id })
    if (!signal.aborted) return answer
    await this.cancel()
    throw new TrinoError('the statement was cancelled', 'USER_CANCELED')
  }
}
