import { readFile, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { fail } from '#kernel'
import type { Language } from '#kernel'
import { Limit } from '../limit.ts'
import { doorsIn } from './door.ts'
import type { Said } from './door.ts'
import { readLine } from './line.ts'
import { AT_ONCE, LIMIT_MS } from './question.ts'
import type { Question } from './question.ts'

/** A little longer than the worker's own limit: its sentence is better than our silence. */
const PATIENCE_MS = LIMIT_MS + 1000
const RETRY_SECONDS = 2
type Instead = Pick<Question, 'instead'>
const tooSlow = ({ instead }: Instead) =>
  fail(instead ? 'lane.long' : 'lane.slow', { seconds: LIMIT_MS / 1000 }, instead ? { instead } : null)
const noWorker = ({ instead }: Instead) => fail('lane.none', {}, instead ? { instead } : null)
const tooMany = () => fail('request.tooMany', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS })

/** Who listens there, or why nobody answers. */
const enter = (address: string): Promise<Socket | string> =>
  new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
  })
/** Nobody listens there any more. Anything else passes: a worker that is full, a process without descriptors. */
const DEAD: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT'])

/** The way of short questions from a request to a worker on the same machine: this process has no DuckDB. */
export class RequestLane {
  readonly #folder: string
  readonly #places = new Limit(AT_ONCE)
  constructor(dataDir: string) {
    this.#folder = doorsIn(dataDir)
  }

  /** Ends with the signal, which is the request's. */
  async ask<Input, Answer>(question: Question<Input, Answer>, input: Input, { signal, language }: Asking): Promise<Answer> {
    const leave = this.#places.enter()
    if (!leave) throw tooMany()
    try {
      const said = await this.#say(question, JSON.stringify({ kind: question.kind, input }), signal)
      if ('answer' in said) return question.output.parse(said.answer)
      if ('isBusy' in said) throw tooMany()
      if ('isSlow' in said) throw tooSlow(question)
      if ('words' in said) throw fail('lane.said', { text: said.words[language] })
      throw new Error(`a worker could not answer ${question.kind}: ${said.failed}`)
    } finally {
      leave()
    }
  }

  /** From door to door: one that is busy is not the only one. */
  async #say(question: Instead, line: string, signal: AbortSignal): Promise<Said> {
    let busy: Said | undefined
    for await (const socket of this.#doors()) {
      const said = await this.#exchange(socket, question, line, signal)
      if (!('isBusy' in said)) return said
      busy = said
    }
    if (!busy) throw noWorker(question)
    return busy
  }
  async #exchange(socket: Socket, question: Instead, line: string, signal: AbortSignal): Promise<Said> {
    const stop = () => void socket.destroy()
    signal.addEventListener('abort', stop, { once: true })
    const timer = setTimeout(stop, PATIENCE_MS)
    const began = performance.now()
    try {
      socket.write(`${line}\n`)
      const heard = await readLine(socket)
      if (signal.aborted) throw fail('lane.gone')
      if (performance.now() - began >= LIMIT_MS) throw tooSlow(question)
      if (heard === undefined) throw noWorker(question)
      const said: Said = JSON.parse(heard)
      return said
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      socket.destroy()
    }
  }
  async *#doors(): AsyncGenerator<Socket> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (name.endsWith('.sock') || name.startsWith('.')) continue
      const file = join(this.#folder, name)
      const address = await readFile(file, 'utf8').catch(() => undefined)
      if (address === undefined) continue
      // Of a worker that was ended while it wrote.
      const found = address === '' ? 'ENOENT' : await enter(address)
      if (typeof found !== 'string') yield found
      else if (DEAD.has(found)) {
        await rm(file, { force: true })
        if (address !== '' && address.startsWith(this.#folder)) await rm(address, { force: true })
      }
    }
  }
}
export type Asking = { signal: AbortSignal; language: Language }
