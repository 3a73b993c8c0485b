import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/database.ts'
import type { Database } from '../src/server/db/database.ts'
import { systemContext } from '../src/server/model/system-context.ts'
import type { Ctx, Services } from '../src/server/model/context.ts'
import { Engine } from '../src/server/resource/engine.ts'
import { Converter } from '../src/server/storage/converter.ts'
import { Store } from '../src/server/storage/store.ts'
import type { AnyTask } from '../src/server/task/definition.ts'
import type { Tools } from '../src/server/task/tools.ts'
import { startWorker } from '../src/server/task/worker.ts'
import type { WorkerOptions } from '../src/server/task/worker.ts'
import type { RunningBackend } from '../src/server/start.ts'
import { provideDatabase } from './postgres.ts'

export type Bench = {
  url: string
  database: Database
  system: Ctx
  start(tasks: readonly AnyTask[], options?: Partial<WorkerOptions>): Promise<{ name: string; stop(): Promise<void> }>
  taskOf(id: number | undefined): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** Folders that nobody made: what sweeps find nothing in. */
export const toolsOn = (database: Database, dataDir = join(tmpdir(), 'nowhere')): Tools => ({
  config: readConfig({ DATA_DIR: dataDir }),
  database,
  // Queue and steps ask no service; an engine without areas is all they need.
  system: systemContext({ engine: new Engine(database), services: {} as Services }),
  store: new Store(dataDir),
  converter: new Converter({ program: undefined, path: undefined, dataDir, env: {} }),
})

/** As a worker beside this server has it: the same areas on the same rows. */
export const toolsOf = ({ config, database, engine, services, store, converter }: RunningBackend): Tools => ({
  config,
  database,
  system: systemContext({ engine, services }),
  store,
  converter,
})

/** A worker in this process beside a server; what it met in the background fails whoever stops it. */
export const workBeside = async (backend: RunningBackend, tasks: readonly AnyTask[]): Promise<{ stop(): Promise<void> }> => {
  const failures: unknown[] = []
  const worker = await startWorker({
    url: backend.config.DATABASE_URL!,
    tools: toolsOf(backend),
    tasks,
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
  return {
    stop: async () => {
      await worker.stop()
      if (failures.length) throw new AggregateError(failures, 'a worker met errors in the background')
    },
  }
}

/** A database of its own and workers in this process; what a worker met in the background fails the file. */
export const openBench = async (): Promise<Bench> => {
  const { url, drop } = await provideDatabase()
  const database = openDatabase(url, { max: 12 })
  const failures: unknown[] = []
  const started: { stop(): Promise<void> }[] = []
  const tools = toolsOn(database)
  return {
    url,
    database,
    system: tools.system,
    start: async (tasks, options = {}) => {
      const worker = await startWorker({
        url,
        tools,
        tasks,
        lookMs: 50,
        onError: (error) => void failures.push(error),
        ...options,
      })
      let stopping: Promise<void> | undefined
      const once = { name: worker.name, stop: () => (stopping ??= worker.stop()) }
      started.push(once)
      return once
    },
    taskOf: async (id) => (await database.query('SELECT * FROM task WHERE id = $1', [id]))[0]!,
    close: async () => {
      for (const worker of started) await worker.stop()
      await database.close()
      await drop()
      if (failures.length) throw new AggregateError(failures, 'a worker met errors in the background')
    },
  }
}
