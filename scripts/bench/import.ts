// A million rows from the file to the committed table, with mapping, fence and audit, beside a bare COPY of the same rows into a table with the
// same indexes; then the same file again with one row of a hundred changed.   npm run -s bench:import -- [--rows 1000000]
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { from as copyFrom } from 'pg-copy-streams'
import { VISITS, startIntake } from './intake.ts'
import { cpuOf, peakMB, residentMB } from './process.ts'
import { isBusy, machine } from './machine.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const ROWS = Number(values.rows)
const VARIABLES = 20
const BAR = { ratio: 2.3, workerMB: 1500, growthMB: 300, second: 20 }
const LIMIT_MS = 15 * 60_000

const folder = await mkdtemp(join(tmpdir(), 'bench-import-'))
const value = (row: number, i: number, isChanged: boolean): string => {
  const number = (row * 7919 + i * 104_729) % 100_000
  return isChanged && i === 3 ? `${number}.5` : i % 2 ? String(number / 100) : `L${number}`
}
const lines = function* (hasChanges: boolean): Generator<string> {
  yield `subject,visit,${Array.from({ length: VARIABLES }, (_, i) => `x${i + 1}`).join(',')}\n`
  let part = ''
  for (let row = 0; row < ROWS; row++) {
    const cells = Array.from({ length: VARIABLES }, (_, i) => value(row, i, hasChanges && row % 100 === 0))
    part += `S-${1 + Math.floor(row / VISITS.length)},${VISITS[row % VISITS.length]},${cells.join(',')}\n`
    if (row % 1000 === 999 || row === ROWS - 1) {
      yield part
      part = ''
    }
  }
}
const write = async (name: string, hasChanges: boolean): Promise<string> => {
  const file = join(folder, name)
  await pipeline(Readable.from(lines(hasChanges)), createWriteStream(file))
  return file
}

const files = { first: await write('first.csv', false), second: await write('second.csv', true) }
const intake = await startIntake({ subjects: Math.ceil(ROWS / VISITS.length), variables: VARIABLES })
const worker = intake.launchWorker()
const pids = { worker: worker.pid ?? 0, server: intake.server.pid ?? 0, database: intake.postmaster }
const own = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
/** Whoever sends counts as well, in both. */
const cpu = () => ({ client: own(), worker: cpuOf(pids.worker), server: cpuOf(pids.server), database: cpuOf(pids.database) })
const failures: string[] = []
const judge = (isMet: boolean, what: string) => {
  if (!isMet) failures.push(what)
}

type Spent = { seconds: number; cpu: number; parts: string }
const measure = async (work: () => Promise<void>): Promise<Spent> => {
  const [before, began] = [cpu(), performance.now()]
  await work()
  const seconds = (performance.now() - began) / 1000
  const after = cpu()
  const parts = {
    client: after.client - before.client,
    worker: after.worker - before.worker,
    server: after.server - before.server,
    database: after.database - before.database,
  }
  return {
    seconds,
    cpu: Object.values(parts).reduce((sum, n) => sum + n, 0),
    parts: Object.entries(parts)
      .map(([name, n]) => `${name} ${n.toFixed(1)}`)
      .join(', '),
  }
}
const deliver = async (file: string) => {
  let id = 0
  const spent = await measure(async () => {
    id = await intake.push(file)
    for (const began = performance.now(); (await intake.look(id)).state !== 'accepted'; await sleep(200))
      if (performance.now() - began > LIMIT_MS) throw new Error(`not stored in time: ${JSON.stringify(await intake.look(id))}`)
  })
  return { spent, row: await intake.look(id) }
}
const print = (what: string, { seconds, cpu: all, parts }: Spent, rows: number) =>
  console.log(`${what}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s; CPU ${all.toFixed(1)} s (${parts})`)

try {
  // The worker has started when it has nothing to do.
  await sleep(3000)
  const base = residentMB(pids.server)
  console.log(`${ROWS} rows × ${VARIABLES}, ${machine}: ratios by ${isBusy ? 'CPU' : 'the clock'}`)
  const first = await deliver(files.first)
  print('first delivery', first.spent, ROWS)
  judge(first.row.in === ROWS && first.row.stored === ROWS && first.row.rejected === 0, `rows: ${JSON.stringify(first.row)}`)
  const bare = await measure(async () => {
    await intake.client.query(`CREATE TABLE "record".bare (LIKE ${intake.table} INCLUDING ALL)`)
    const slots = Array.from({ length: VARIABLES }, (_, i) => `, v${i + 1}`).join('')
    const text = `COPY "record".bare (subject, visit, instance, department, state, delivery_id, row_no${slots}) FROM STDIN (FORMAT csv)`
    await pipeline(createReadStream(intake.pathOf(first.row.diff?.files['added'] ?? '')), intake.client.query(copyFrom(text)))
  })
  print('bare COPY of the same rows, same indexes', bare, ROWS)
  const ratio = { clock: first.spent.seconds / bare.seconds, cpu: first.spent.cpu / bare.cpu }
  console.log(`ratio: ${ratio.clock.toFixed(2)} by the clock, ${ratio.cpu.toFixed(2)} by CPU (bar ${BAR.ratio})`)
  judge((isBusy ? ratio.cpu : ratio.clock) <= BAR.ratio, 'too slow beside a bare COPY')
  await intake.client.query('DROP TABLE "record".bare')
  const second = await deliver(files.second)
  print('second delivery, 1 % changed', second.spent, ROWS)
  judge(
    second.row.changed === Math.ceil(ROWS / 100) && second.row.same === ROWS - second.row.changed,
    `rows: ${JSON.stringify(second.row)}`,
  )
  // What is done in time beside other work is so alone.
  const took = isBusy ? Math.min(second.spent.cpu, second.spent.seconds) : second.spent.seconds
  judge(took < BAR.second, `the second delivery took ${BAR.second} s and more`)
  const memory = { worker: peakMB(pids.worker), growth: peakMB(pids.server) - base }
  console.log(`memory: worker ${memory.worker.toFixed(0)} MB at most, server grew by ${memory.growth.toFixed(0)} MB`)
  judge(memory.worker < BAR.workerMB, 'the worker holds too much')
  judge(memory.growth < BAR.growthMB, 'the server grew too much')
} catch (error) {
  failures.push(String(error))
} finally {
  worker.kill('SIGKILL')
  await intake.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(failures.length ? `FAILED: ${failures.join('; ')}` : 'passed')
process.exitCode = failures.length ? 1 : 0
