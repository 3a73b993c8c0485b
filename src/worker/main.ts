import { menuGroups } from '#areas/menu.ts'
import { mounted } from '#areas/registry.server.ts'
import { pages } from '#areas/registry.ts'
import { limitUnpacking } from '#qc/source/unpack-limit.ts'
import { complainer } from '../server/complaint.ts'
import { ConfigError, readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/database.ts'
import { LIMITS } from '../server/db/limits.ts'
import { isLostLine } from '../server/db/lost-line.ts'
import { EXIT, endOnUncaught } from '../server/last-resort.ts'
import { openDoor } from '../server/lane/door.ts'
import { digestSchedule } from '../server/message/digest.ts'
import { syncRules } from '../server/seed/rules.ts'
import { Signer } from '../server/signer.ts'
import { startWorker } from '../server/task/worker.ts'
import { dutyTasks } from '../server/terminal/duty-task.ts'
import { ownTasks } from './own-tasks.ts'
import { sweepSchedule } from './sweep.ts'
import { openTools } from './tools.ts'
import { waitForDatabase } from './wait.ts'

const say = (line: string) => void process.stderr.write(`${line}\n`)
const CONNECTIONS = 12
/** Longer than a step needs to notice its signal; the supervisor waits for us. */
const STOP_WITHIN_MS = 10_000

const stopping = new AbortController()
const complain = complainer(say)
const tell = (error: unknown): void => (stopping.signal.aborted && isLostLine(error) ? undefined : complain(error))
const undo: (() => Promise<unknown>)[] = []
const end = async (code: number): Promise<void> => {
  if (stopping.signal.aborted) return
  stopping.abort()
  // A step that does not look at its signal must not keep the process from ending: its lease lapses and somebody takes it up.
  setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref()
  try {
    for (const step of undo.toReversed()) await step()
  } catch (error) {
    tell(error)
  }
  process.exit(code)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0))
endOnUncaught(
  (number, error) =>
    say(`a failure that nobody caught: the worker stops (${number})\n${error instanceof Error ? error.stack : String(error)}`),
  end,
)

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  limitUnpacking({ bytes: config.UNPACK_MAX_GB * 1e9, ratio: config.UNPACK_RATIO })
  const urls = await waitForDatabase(config, stopping.signal, say)
  const { url } = urls
  const database = openDatabase(url, { max: CONNECTIONS, limits: LIMITS.task, log: tell })
  undo.push(() => database.close())
  const tools = await openTools({
    config,
    database,
    url,
    areas: mounted,
    syncRules: (system) => syncRules(system, menuGroups, pages),
    log: tell,
  })
  undo.push(() => tools.close())
  const signer = await Signer.open(config.DATA_DIR)
  const { store, services, system } = tools
  const duties = dutyTasks({ ...urls, backend: { config, database, engine: system.engine, store, services, signer } })
  const worker = await startWorker({
    url,
    tools,
    tasks: [...ownTasks, ...duties.values(), ...mounted.flatMap(({ half }) => half?.tasks ?? [])],
    schedules: [sweepSchedule, digestSchedule, ...mounted.flatMap(({ half }) => half?.schedules ?? [])],
    onError: tell,
    onSilence: () => void end(EXIT.crashed),
  })
  undo.push(worker.stop)
  const door = await openDoor({
    dataDir: config.DATA_DIR,
    tools,
    questions: mounted.flatMap(({ half }) => half?.questions ?? []),
    onError: tell,
  })
  undo.push(door.close)
}

try {
  await start()
} catch (error) {
  if (!stopping.signal.aborted) {
    say(error instanceof ConfigError ? error.message : String(error))
    await end(error instanceof ConfigError ? EXIT.refused : EXIT.crashed)
  }
}
