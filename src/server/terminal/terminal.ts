import { record } from '../audit/entry.ts'
import type { Actor, RequestInfo } from '../model/context.ts'
import { COMMANDS } from './command.ts'
import type { ServerContext } from '../duty.ts'
import { enqueue } from '../task/enqueue.ts'
import { countWorkers } from '../task/heartbeat.ts'
import { dutyTasks } from './duty-task.ts'
import { followTask } from './follow-task.ts'
import { systemContext } from '../model/system-context.ts'
import { execute } from './execute.ts'
import { QUEUE_LOCK } from './lost-run.ts'

export type Order = { uuid: string; key: string; extend: string; actor: Actor; request: RequestInfo }
type Status = 'waiting' | 'executing' | 'success' | 'failed' | 'cancelled'
const LIMIT_MS = 30 * 60_000
const MAX_WAITING = 20
const MAX_KEPT = 256 * 1024
const MAX_REMEMBERED = 50

/** One run of one command. What it says is kept, so that a second reader, or the same one again, sees it from the start. */
export class Run {
  readonly order: Order
  readonly said: string[] = []
  readonly abort = new AbortController()
  status: Status = 'waiting'
  #size = 0
  readonly #readers = new Set<(message: string, at: number) => void>()
  constructor(order: Order) {
    this.order = order
  }
  get readers(): number {
    return this.#readers.size
  }
  get isOver(): boolean {
    return this.status !== 'waiting' && this.status !== 'executing'
  }
  say(message: string, always = false): void {
    this.#size += message.length + 1
    if (this.#size > MAX_KEPT && !always) {
      if (this.#size - message.length - 1 <= MAX_KEPT) this.say('… more output than is kept', true)
      return
    }
    this.said.push(message)
    for (const reader of this.#readers) reader(message, this.said.length)
  }
  /** From the given message on, then as it comes. Answers how to stop listening. */
  follow(from: number, reader: (message: string, at: number) => void): () => void {
    this.said.slice(from).forEach((message, i) => reader(message, from + i + 1))
    this.#readers.add(reader)
    return () => void this.#readers.delete(reader)
  }
}

/** The one queue of commands of this installation. */
export class Terminal {
  readonly commands = COMMANDS()
  readonly #context: ServerContext
  readonly #tasks: ReturnType<typeof dutyTasks>
  readonly #waiting: Run[] = []
  readonly #runs = new Map<string, Run>()
  #working: Promise<void> | undefined
  constructor(context: ServerContext) {
    this.#context = context
    this.#tasks = dutyTasks(context)
  }

  find(uuid: string): Run | undefined {
    return this.#runs.get(uuid)
  }
  /** Undefined when too many wait already. */
  add(order: Order): Run | undefined {
    if (this.#waiting.length >= MAX_WAITING) return undefined
    const run = new Run(order)
    this.#runs.delete(order.uuid)
    this.#runs.set(order.uuid, run)
    for (const [uuid, old] of this.#runs) {
      if (this.#runs.size <= MAX_REMEMBERED) break
      if (old.isOver) this.#runs.delete(uuid)
    }
    this.#waiting.push(run)
    this.#working ??= this.#work().finally(() => (this.#working = undefined))
    return run
  }
  cancel(uuid: string): boolean {
    const run = this.#runs.get(uuid)
    if (!run || run.isOver) return false
    run.abort.abort()
    return true
  }
  async stop(): Promise<void> {
    for (const run of this.#runs.values()) run.abort.abort()
    await this.#working
  }

  async #work(): Promise<void> {
    for (let run = this.#waiting.shift(); run; run = this.#waiting.shift()) await this.#take(run)
  }
  /** Another process of the same installation waits its turn on the lock. */
  async #take(run: Run): Promise<void> {
    const { database } = this.#context.backend
    await database
      .withConnection(async (connection) => {
        await connection.query('SELECT pg_advisory_lock($1)', [QUEUE_LOCK])
        try {
          await this.#perform(run)
        } finally {
          await connection.query('SELECT pg_advisory_unlock($1)', [QUEUE_LOCK])
        }
      })
      .catch((error: Error) => {
        run.say(error.message, true)
        this.#close(run, 'failed')
      })
  }
  async #perform(run: Run): Promise<void> {
    const { key, extend } = run.order
    run.status = 'executing'
    const id = await this.#enter(run)
    run.say('command-link-success')
    run.say(`> ${key}${extend ? ` (${extend})` : ''}`)
    const limit = setTimeout(() => run.abort.abort(), LIMIT_MS)
    let code = 1
    try {
      code = await this.#execute(run)
    } catch (error) {
      run.say((error as Error).message, true)
    } finally {
      clearTimeout(limit)
    }
    const isCancelled = run.abort.signal.aborted
    run.say(isCancelled ? 'cancelled' : `exit code ${code}`, true)
    const status = isCancelled ? 'cancelled' : code === 0 ? 'success' : 'failed'
    await this.#leave(run, id, status, code)
    this.#close(run, status)
  }
  /** A duty is a task of a worker; where none lives, and for programs, this process does it. */
  async #execute(run: Run): Promise<number> {
    const { key, actor } = run.order
    const say = (line: string) => run.say(line)
    const { database } = this.#context.backend
    const task = this.#tasks.get(key)
    const command = this.commands.get(key)!
    // A command may have been replaced: only the duty itself is what the worker knows.
    if (!task || !('duty' in command) || (await countWorkers(database)) === 0) return execute(command, this.#context, say, run.abort.signal)
    const owner = { kind: actor.kind, id: actor.id || null, departmentId: actor.departmentId }
    const id = await enqueue(database, task, {}, { owner, priority: 10 })
    if (id === undefined) throw new Error('the task was not taken')
    await followTask(systemContext(this.#context.backend, 'en'), id, say, run.abort.signal)
    return 0
  }
  #close(run: Run, status: Status): void {
    if (run.isOver) return
    run.status = status
    run.say(status === 'success' ? 'command-exec-success' : 'command-exec-error', true)
    run.say('command-exec-completed', true)
  }

  /** In the trail before it starts: what takes the server down with it is known too. */
  async #enter({ order }: Run): Promise<number> {
    const { uuid, key, extend, actor, request } = order
    return this.#context.backend.database.transaction(async (db) => {
      await record(
        { db, actor, request },
        { action: 'terminal', resource: 'terminal', recordId: uuid, label: key, changes: { extend: [null, extend] } },
      )
      const [row] = await db.query<{ id: number }>(
        `INSERT INTO terminal_run (uuid, command, extend, admin_id, status) VALUES ($1, $2, $3, $4, 'executing') RETURNING id`,
        [uuid, key, extend, actor.id],
      )
      return row!.id
    })
  }
  async #leave(run: Run, id: number, status: Status, code: number): Promise<void> {
    const { uuid, key, actor, request } = run.order
    const output = run.said.slice(1).join('\n')
    await this.#context.backend.database.transaction(async (db) => {
      await record(
        { db, actor, request },
        {
          action: 'terminalEnd',
          resource: 'terminal',
          recordId: uuid,
          label: key,
          changes: { status: ['executing', status], exitCode: [null, code] },
        },
      )
      await db.query('UPDATE terminal_run SET status = $2, exit_code = $3, output = $4, ended_at = now() WHERE id = $1', [
        id,
        status,
        code,
        output,
      ])
    })
  }
}
