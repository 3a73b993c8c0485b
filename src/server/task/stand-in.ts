import { hostname } from 'node:os'
import type { Database } from '../db/database.ts'
import { claim } from './claim.ts'
import type { AnyTask } from './definition.ts'
import { countWorkers } from './heartbeat.ts'
import { runTask } from './run.ts'
import { Teller } from './teller.ts'
import type { Tools } from './tools.ts'

/** Nobody renews it here: longer than any of these tasks takes. */
const LEASE_MS = 10 * 60_000
const AT_ONCE = 4
const LOOK_MS = 5000

type Setting = { database: Database; tools: Tools; tasks: readonly AnyTask[]; onError: (error: unknown) => void }

/** What must not wait for a worker: while none shows life, this process claims these few light tasks like one. */
export class StandIn {
  readonly #setting: Setting
  readonly #kinds: readonly string[]
  readonly #teller: Teller
  readonly #stopping = new AbortController()
  #working: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  constructor(setting: Setting) {
    this.#setting = setting
    this.#teller = new Teller(setting.database, setting.onError)
    this.#kinds = setting.tasks.map(({ kind }) => kind)
  }

  /** Heals what was asked for while the last worker was dying. */
  begin(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
  }
  /** Resolves when what waited is done, or a worker has it. */
  look(): Promise<void> {
    this.#working = this.#working.then(() => this.#work()).catch(this.#setting.onError)
    return this.#working
  }
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort('stopping')
    await this.#working
    await this.#teller.idle()
  }

  async #work(): Promise<void> {
    const { database, tools, tasks, onError } = this.#setting
    const { signal } = this.#stopping
    const wanted = {
      lane: 'light',
      kinds: this.#kinds,
      count: AT_ONCE,
      worker: `${hostname()}:${process.pid}:server`,
      leaseMs: LEASE_MS,
    } as const
    while (!signal.aborted && (await countWorkers(database)) === 0) {
      const claimed = await claim(database, wanted)
      if (claimed.length === 0) return
      await Promise.all(
        tasks.flatMap((task) =>
          claimed
            .filter(({ kind }) => kind === task.kind)
            .map((one) => runTask(task, one, { tools, teller: this.#teller, leaseMs: LEASE_MS, signal, onError })),
        ),
      )
    }
  }
}
