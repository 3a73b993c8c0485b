import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { openDatabase } from '../db/database.ts'
import { openListener } from '../db/listener.ts'
import type { Listener } from '../db/listener.ts'
import { claim, parkLost } from './claim.ts'
import type { Claimed } from './claim.ts'
import { LANES } from './definition.ts'
import type { AnyTask, Lane } from './definition.ts'
import { beat, showLife, signOff } from './heartbeat.ts'
import type { Identity } from './heartbeat.ts'
import { runTask } from './run.ts'
import type { Stop } from './run.ts'
import { fireDue, syncSchedules } from './schedule.ts'
import type { Schedule } from './schedule.ts'
import { WAKE } from './state.ts'
import { Teller } from './teller.ts'
import type { Tools } from './tools.ts'

export type WorkerOptions = {
  url: string
  tools: Tools
  tasks: readonly AnyTask[]
  schedules?: readonly Schedule[]
  places?: Readonly<Record<Lane, number>>
  leaseMs?: number
  lookMs?: number
  onError: (error: unknown) => void
  /** The database has not answered for as long as two leases last: it may be somewhere else by now. */
  onSilence?: () => void
}
type Running = { claimed: Claimed; control: AbortController; ended: Promise<void> }
const PLACES: Record<Lane, number> = { heavy: 1, light: 4 }
const LEASE_MS = 30_000
const LOOK_MS = 1000

/** Works on tasks until it is stopped: claims as many as there are places, keeps their leases, makes what the clock asks for. */
export const startWorker = async (options: WorkerOptions): Promise<{ readonly name: string; stop(): Promise<void> }> => {
  const { url, tools, onError, places = PLACES, leaseMs = LEASE_MS, lookMs = LOOK_MS } = options
  const { database } = tools
  const tasks = new Map(options.tasks.map((task) => [task.kind, task]))
  const identity: Identity = { name: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`, host: hostname(), pid: process.pid }
  // Its own connection: however busy the tasks keep the others, the leases are renewed.
  const pulse = openDatabase(url, { max: 1, log: onError })
  const teller = new Teller(database, onError)
  const running: Record<Lane, Set<Running>> = { heavy: new Set(), light: new Set() }
  const all = () => LANES.flatMap((lane) => [...running[lane]])
  const looking: Record<Lane, Promise<void> | undefined> = { heavy: undefined, light: undefined }
  let isStopping = false
  let heardAt = performance.now()

  const halt = ({ control }: Running, why: Stop) => control.abort(why)
  const begin = (lane: Lane, claimed: Claimed): void => {
    const control = new AbortController()
    const one: Running = { claimed, control, ended: Promise.resolve() }
    running[lane].add(one)
    one.ended = runTask(tasks.get(claimed.kind)!, claimed, { tools, teller, leaseMs, signal: control.signal, onError }).finally(() => {
      running[lane].delete(one)
      look(lane)
    })
  }
  const kindsIn = (lane: Lane, isUrgent: boolean) =>
    [...tasks.values()].filter((task) => task.lane === lane && (task.isUrgent ?? false) === isUrgent).map(({ kind }) => kind)
  const take = async (lane: Lane, kinds: readonly string[], count: number): Promise<void> => {
    if (count <= 0 || kinds.length === 0) return
    for (const claimed of await claim(database, { lane, kinds, count, worker: identity.name, leaseMs })) begin(lane, claimed)
  }
  /** What is urgent takes any place, everything else leaves one to it: long work would fill them all. */
  const fill = async (lane: Lane): Promise<void> => {
    const urgent = kindsIn(lane, true)
    const free = () => places[lane] - running[lane].size
    await take(lane, urgent, free())
    const slow = [...running[lane]].filter(({ claimed }) => !urgent.includes(claimed.kind)).length
    const most = urgent.length ? Math.max(1, places[lane] - 1) : places[lane]
    await take(lane, kindsIn(lane, false), Math.min(free(), most - slow))
  }
  const again = new Set<Lane>()
  /** One claim at a time and lane; what is said meanwhile leads to one more. */
  const look = (lane: Lane): void => {
    if (isStopping) return
    if (looking[lane]) return void again.add(lane)
    looking[lane] = fill(lane)
      .catch(onError)
      .finally(() => {
        looking[lane] = undefined
        if (again.delete(lane)) look(lane)
      })
  }

  /** Without an answer for as long as a lease lasts, others may have taken our tasks. */
  const giveUp = () => {
    const silence = performance.now() - heardAt
    if (silence > leaseMs) for (const one of all()) halt(one, 'lost')
    if (silence > 2 * leaseMs) options.onSilence?.()
  }
  const pulsate = async (): Promise<void> => {
    const mine = all()
    const asked = performance.now()
    await showLife(pulse, identity)
    const kept = new Map(
      (
        await beat(
          pulse,
          mine.map(({ claimed }) => claimed),
          leaseMs,
        )
      ).map((one) => [one.id, one]),
    )
    heardAt = asked
    for (const one of mine) {
      const found = kept.get(one.claimed.id)
      if (!found) halt(one, 'lost')
      else if (found.isCancelled) halt(one, 'cancelled')
    }
  }
  let pulsating = Promise.resolve()
  /** After the one at work: that one may have looked before somebody cancelled. */
  const pulseOnce = (): void => void (pulsating = pulsating.then(pulsate).catch(onError))
  let ticking: Promise<void> | undefined
  const tick = (): void => {
    giveUp()
    ticking ??= (async () => {
      await parkLost(tools.system)
      await fireDue(database, tasks, onError)
      for (const lane of LANES) look(lane)
    })()
      .catch(onError)
      .finally(() => (ticking = undefined))
  }

  await syncSchedules(database, options.schedules ?? [])
  await showLife(pulse, identity)
  const wake = (text: string) => {
    if (text === 'cancel') pulseOnce()
    else for (const lane of LANES) look(lane)
  }
  const listener: Listener = await openListener(url, { hear: { [WAKE]: wake }, onReturn: tick, log: onError })
  const timers = [setInterval(pulseOnce, leaseMs / 3), setInterval(tick, lookMs)]
  tick()
  return {
    name: identity.name,
    stop: async () => {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      await listener.close()
      await Promise.all([ticking, pulsating, ...LANES.map((lane) => looking[lane])])
      for (const one of all()) halt(one, 'stopping')
      await Promise.all(all().map(({ ended }) => ended))
      await teller.idle()
      await signOff(pulse, identity).catch(onError)
      await pulse.close()
    },
  }
}
