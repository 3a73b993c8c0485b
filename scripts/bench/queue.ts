// The queues that bench:task compares. Each task writes one row and is recorded as done; what each of them makes of that in one commit is said with it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import * as z from 'zod'
import { readConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/db/database.ts'
import type { DatabaseUrls } from '../../src/server/db/role.ts'
import type { Services } from '../../src/server/model/context.ts'
import { systemContext } from '../../src/server/model/system-context.ts'
import { Engine } from '../../src/server/resource/engine.ts'
import { Converter } from '../../src/server/storage/converter.ts'
import { Store } from '../../src/server/storage/store.ts'
import { defineTask } from '../../src/server/task/definition.ts'
import { enqueue } from '../../src/server/task/enqueue.ts'
import { startWorker } from '../../src/server/task/worker.ts'

export type Place = DatabaseUrls & { libraries: string }
type Queue = {
  readonly says: string
  /** Before the first round. */
  prepare?(place: Place): Promise<void>
  ask(place: Place, count: number): Promise<void>
  /** In a process of its own: begins to work, and goes on until it is killed. */
  work(place: Place): Promise<void>
  readonly done: string
  readonly clear: string
}
/** So many tasks at once in each of the two workers. */
const AT_ONCE = 4
const NAME = 'bench'
const EFFECT = 'INSERT INTO bench_effect (task) VALUES ($1)'

const VERSIONS = { 'pg-boss': '12.38.0', 'graphile-worker': '0.18.0' }
/** No dependencies of ours: fetched into a folder of the bench. `rrule-temporal`, which only schedules use, is held at a version that is to be had. */
export const fetchLibraries = (folder: string): string | undefined => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides: { 'rrule-temporal': '2.2.7' } }))
  const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`)
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted], {
    cwd: folder,
    encoding: 'utf8',
  })
  return status === 0 ? undefined : stderr
}
const load = ({ libraries }: Place, name: keyof typeof VERSIONS) => createRequire(join(libraries, 'package.json'))(name)

const small = defineTask({
  kind: NAME,
  lane: 'light',
  title: { 'zh-cn': '小任务', en: 'Small task' },
  input: z.object({ n: z.number() }),
  steps: (none) => none.commit('write', async ({ input }, tx) => void (await tx.query(EFFECT, [input.n]))),
})
const ours: Queue = {
  says: 'the row and the end in one commit for each task, fenced; events for whoever follows',
  ask: async ({ url }, count) => {
    const database = openDatabase(url, { max: 1 })
    await database.transaction(async (tx) => {
      for (let n = 0; n < count; n++) await enqueue(tx, small, { n })
    })
    await database.close()
  },
  work: async ({ url }) => {
    const database = openDatabase(url, { max: 12 })
    await startWorker({
      url,
      tools: {
        config: readConfig({}),
        database,
        system: systemContext({ engine: new Engine(database), services: {} as Services }),
        store: new Store('/nowhere'),
        converter: new Converter({ program: undefined, path: undefined, dataDir: '/nowhere', env: {} }),
      },
      tasks: [small],
      places: { heavy: 1, light: AT_ONCE },
      onError: (error) => process.stderr.write(`${String(error)}\n`),
    })
  },
  done: `SELECT count(*)::int AS n FROM task WHERE kind = '${NAME}' AND state = 'done'`,
  clear: 'TRUNCATE task, task_event',
}

type BossJob = { id: string; data: { n: number } }
const boss = async (place: Place, more: object = {}) => {
  const { PgBoss } = load(place, 'pg-boss')
  const one = new PgBoss({ connectionString: place.ownerUrl, schema: 'boss', max: 12, schedule: false, ...more })
  one.on('error', (error: unknown) => process.stderr.write(`${String(error)}\n`))
  await one.start()
  return one
}
const askBoss: Queue['ask'] = async (place, count) => {
  const one = await boss(place, { supervise: false })
  await one.insert(
    NAME,
    Array.from({ length: count }, (_, n) => ({ data: { n } })),
  )
  await one.stop()
}
const prepareBoss = async (place: Place) => {
  const one = await boss(place, { supervise: false })
  await one.createQueue(NAME)
  await one.stop()
}
const bossDone = `SELECT count(*)::int AS n FROM boss.job WHERE name = '${NAME}' AND state = 'completed'`

const pgBoss: Queue = {
  says: 'fetched four at a time; the row and the completion, which names the attempt, in one commit for each task',
  prepare: prepareBoss,
  ask: askBoss,
  work: async (place) => {
    const one = await boss(place)
    const pool = new pg.Pool({ connectionString: place.ownerUrl, max: AT_ONCE })
    const carryOut = async (job: BossJob): Promise<void> => {
      const client = await pool.connect()
      const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) }
      await client.query('BEGIN')
      await client.query({ name: 'effect', text: EFFECT, values: [job.data.n] })
      const { affected } = await one.complete(NAME, job, undefined, { db })
      await client.query(affected === 1 ? 'COMMIT' : 'ROLLBACK')
      client.release()
    }
    const loop = async (): Promise<never> => {
      for (;;) {
        const jobs: BossJob[] = await one.fetch(NAME, { batchSize: AT_ONCE })
        if (jobs.length === 0) await new Promise((resolve) => setTimeout(resolve, 500))
        await Promise.all(jobs.map(carryOut))
      }
    }
    void loop()
  },
  done: bossDone,
  clear: 'TRUNCATE boss.job',
}
const pgBossBatch: Queue = {
  ...pgBoss,
  says: 'its own worker with batches: fifty rows and their completion in one commit; one that fails takes the others back with it',
  work: async (place) => {
    const one = await boss(place)
    const options = { batchSize: 50, burstWhenBatchFull: true, transactional: true, pollingIntervalSeconds: 0.5 }
    await one.work(NAME, options, async (jobs: BossJob[], tx: { executeSql(text: string, values: unknown[]): Promise<unknown> }) => {
      for (const { data } of jobs) await tx.executeSql(EFFECT, [data.n])
    })
  },
}
const graphile: Queue = {
  says: 'the row first, the end afterwards: a worker that dies between the two does it again',
  prepare: async (place) => {
    await load(place, 'graphile-worker').runMigrations({ connectionString: place.ownerUrl })
  },
  ask: async (place, count) => {
    const tools = await load(place, 'graphile-worker').makeWorkerUtils({ connectionString: place.ownerUrl })
    await tools.addJobs(Array.from({ length: count }, (_, n) => ({ identifier: NAME, payload: { n } })))
    await tools.release()
  },
  work: async (place) => {
    type Helpers = { query(text: string, values: unknown[]): Promise<unknown> }
    const { run, Logger } = load(place, 'graphile-worker')
    await run({
      connectionString: place.ownerUrl,
      concurrency: AT_ONCE,
      maxPoolSize: 12,
      pollInterval: 500,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      taskList: { [NAME]: ({ n }: { n: number }, { query }: Helpers) => query(EFFECT, [n]) },
    })
  },
  // It deletes what is done.
  done: 'SELECT (SELECT count(*) FROM bench_effect)::int - (SELECT count(*) FROM graphile_worker.jobs)::int AS n',
  clear: 'TRUNCATE graphile_worker._private_jobs',
}

export const QUEUES = { ours, 'pg-boss': pgBoss, 'pg-boss, batches of 50': pgBossBatch, 'graphile-worker': graphile } satisfies Record<
  string,
  Queue
>
export type QueueName = keyof typeof QUEUES
