// `npm start` from the outside, on a built clone: the first start of a data folder with the demo and without it, and the start after that.
//   npm run -s bench:start -- [--rounds 2]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { isBusy, machine } from './machine.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '2' } } })
const BARS = { first: 10, warm: 3 }
const RUN = resolve('scripts/run.mjs')
const TICKS = 100

type Process = { pid: number; parent: number; seconds: number; command: string }
const processes = (): Process[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
      const ticks = [9, 10, 11, 12].reduce((sum, i) => sum + Number(rest[i]), 0)
      return [{ pid: Number(name), parent: Number(parent), seconds: ticks / TICKS, command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
    } catch {
      return [] // ended since
    }
  })

/** Of a process and of everybody below it, as far as `isCounted` goes. */
const cpuBelow = (pid: number, isCounted: (command: string) => boolean): number => {
  const all = processes()
  const below = (one: Process): number =>
    isCounted(one.command) ? one.seconds + all.filter(({ parent }) => parent === one.pid).reduce((sum, child) => sum + below(child), 0) : 0
  return all.filter((one) => one.pid === pid).reduce((sum, one) => sum + below(one), 0)
}

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

type Spent = { wall: number; served: number; all: number }
/** From the command to the first answer. The worker comes up beside it and is not waited for. */
const start = async (dataDir: string, ...args: string[]): Promise<Spent> => {
  const began = performance.now()
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: 'bench-password' }
  const child = spawn(process.execPath, [RUN, 'start', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  // Said only where it does not start: a worker that is ended with the database complains of that.
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const address = await new Promise<string>((found, failed) => {
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}\n${said}`)))
    createInterface(child.stdout).on('line', (line) => {
      const [, url] = /^\s+Home\s+(http\S+)/.exec(line) ?? []
      if (url) found(url)
    })
  })
  const answer = await fetch(`${address}healthz`)
  const wall = (performance.now() - began) / 1000
  if (!answer.ok) throw new Error(`/healthz: ${answer.status}`)
  const pid = child.pid ?? 0
  const spent = { wall, served: cpuBelow(pid, (command) => !command.includes('worker/main.ts')), all: cpuBelow(pid, () => true) }
  child.removeAllListeners('exit')
  await stop(child)
  return spent
}

const folders: string[] = []
const fresh = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
  folders.push(folder)
  return folder
}
const best = (all: readonly Spent[]): Spent => ({
  wall: Math.min(...all.map((one) => one.wall)),
  served: Math.min(...all.map((one) => one.served)),
  all: Math.min(...all.map((one) => one.all)),
})

try {
  console.log(`${machine}: judged by ${isBusy ? 'CPU' : 'the clock'}; the best of ${values.rounds}`)
  await start(await fresh(), '--empty') // compiles what Node keeps compiled
  const taken: Record<'first' | 'empty' | 'warm', Spent[]> = { first: [], empty: [], warm: [] }
  for (let round = 0; round < Number(values.rounds); round++) {
    const folder = await fresh()
    taken.first.push(await start(folder))
    taken.warm.push(await start(folder))
    taken.empty.push(await start(await fresh(), '--empty'))
  }
  const words = { first: 'first start, with the demo', empty: 'first start, --empty', warm: 'warm start, with the demo' }
  const judged = ({ wall, served }: Spent) => (isBusy ? served : wall)
  let isMet = true
  for (const name of ['first', 'empty', 'warm'] as const) {
    const spent = best(taken[name])
    const bar = name === 'empty' ? undefined : BARS[name]
    const isOver = bar !== undefined && judged(spent) > bar
    if (isOver) isMet = false
    console.log(
      `${words[name].padEnd(28)} ${spent.wall.toFixed(1)} s, CPU ${spent.served.toFixed(1)} s (with the worker ${spent.all.toFixed(1)} s)${bar ? `, bar ${bar} s${isOver ? ' MISSED' : ''}` : ''}`,
    )
  }
  const [first, empty] = [best(taken.first), best(taken.empty)]
  console.log(`of which the demo            ${(first.wall - empty.wall).toFixed(1)} s, CPU ${(first.served - empty.served).toFixed(1)} s`)
  console.log(`bench:start ${isMet ? 'met' : 'MISSED'}`)
  process.exitCode = isMet ? 0 : 1
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
