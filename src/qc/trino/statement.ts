import { z } from 'zod'
import type { SqlRow } from '../table.ts'
import { text, type Text } from '../text.ts'
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
  /** In both languages, where more is known than what the server says. */
  readonly text: Text | undefined
  constructor(message: string, code: string | undefined, said?: Text) {
    super(message)
    this.name = 'TrinoError'
    this.code = code
    this.text = said
  }
}

/** A limit that was set for every statement: by us, or by whoever runs the server. */
const OVER: Readonly<Record<string, Text>> = {
  EXCEEDED_TIME_LIMIT: text('语句超过了时间上限', 'the statement took longer than it may'),
  EXCEEDED_CPU_LIMIT: text('语句超过了 CPU 时间上限', 'the statement took more CPU than it may'),
  EXCEEDED_SCAN_LIMIT: text('语句读取的字节超过了上限', 'the statement read more bytes than it may'),
  EXCEEDED_ROW_LIMIT: text('语句读取的行数超过了上限', 'the statement read more rows than it may'),
}
/** With the server it gets no further; asked again it may. */
export const isStalled = (error: unknown): boolean => error instanceof TrinoError && error.code === 'STALLED'
export const isOverLimit = (error: unknown): boolean => error instanceof TrinoError && Object.hasOwn(OVER, error.code ?? '')

function saidBy(message: string, code: string | undefined): TrinoError {
  const over = OVER[code ?? '']
  if (!over) return new TrinoError(message, code)
  const both = text(`${over.zh}（${message}）`, `${over.en} (${message})`)
  return new TrinoError(both.en, code, both)
}

/** A proxy or another service at the same address answers too. */
function readPage(text: string): z.infer<typeof page> {
  try {
    return page.parse(JSON.parse(text))
  } catch {
    throw new TransportError(`what answers is no Trino server: ${text.slice(0, 100)}`, undefined, 'STRANGER')
  }
}

type Patience = {
  stallMs?: number | undefined
  rows?: number | undefined
  /** Settings that hold for this statement. */
  headers?: Readonly<Record<string, string>>
}

/** One statement from its text to its last page. Left before its end, or cancelled, it is ended on the server. */
export class Statement {
  readonly #transport: Transport
  readonly #sql: string
  readonly #heard: (statistics: Statistics) => void
  readonly #stallMs: number
  readonly #mostRows: number
  readonly #headers: Readonly<Record<string, string>>
  #figures = ''
  #movedAt = performance.now()
  #next: string | undefined
  readonly #control = new AbortController()

  constructor(
    transport: Transport,
    sql: string,
    heard: (statistics: Statistics) => void,
    { stallMs = STALL_MS, rows = Infinity, headers = {} }: Patience,
  ) {
    this.#transport = transport
    this.#sql = sql
    this.#heard = heard
    this.#stallMs = stallMs
    this.#mostRows = rows
    this.#headers = headers
  }

  async *rows<Row extends SqlRow>(): AsyncGenerator<Row[]> {
    let answer = await this.#read('POST', '/v1/statement', this.#sql)
    try {
      for (;;) {
        if (answer.error) throw saidBy(answer.error.message, answer.error.errorName)
        this.#refuseTooMany(answer)
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

  /** The server knows no such limit. */
  #refuseTooMany({ stats }: z.infer<typeof page>): void {
    if (stats.processedRows > this.#mostRows)
      throw saidBy(`${stats.processedRows.toLocaleString('en')} > ${this.#mostRows.toLocaleString('en')}`, 'EXCEEDED_ROW_LIMIT')
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
      .send({ method, address, ...(body === undefined ? {} : { body, headers: this.#headers }), signal })
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
