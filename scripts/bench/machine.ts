import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_MS = 3000
const BUSY = 0.25

const total = (): { idle: number; all: number } => {
  const times = cpus().map((one) => one.times)
  const all = times.flatMap((one) => Object.values(one)).reduce((a, b) => a + b, 0)
  return { idle: times.reduce((sum, one) => sum + one.idle, 0), all }
}

/** The part of the processors that others use now: a load average still speaks of minutes ago. */
const used = async (): Promise<number> => {
  const before = total()
  await wait(LOOK_MS)
  const after = total()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

const share = await used()
/** What others do bends the clock and hardly the processor's own account. */
export const isBusy = share > BUSY
export const machine = `${Math.round(share * 100)} % of the processors in use by others at the start`
