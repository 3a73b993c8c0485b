import { statfs } from 'node:fs/promises'
import { sealerLag } from '../audit/sealer.ts'
import { lastBackupAt } from '../backup/folder.ts'
import type { Backend } from '../backend.ts'
import { countWorkers } from '../task/heartbeat.ts'

const WAIT_MS = 1000
const FRESH_MS = 1000
const LEAST_FREE = 256 * 1024 * 1024
const SEALER_SECONDS = 60
const HOUR_MS = 60 * 60_000

export type State = 'ok' | 'wrong' | 'none'
export type Readiness = { isReady: boolean; states: Record<string, State> }

const word = (isWell: boolean): State => (isWell ? 'ok' : 'wrong')
/** In words without figures: anybody may ask. */
const CHECKS: Record<string, (backend: Backend) => Promise<State>> = {
  pool: async ({ database }) => database.query('SELECT 1').then(() => 'ok'),
  disk: async ({ config }) => {
    const { bavail, bsize } = await statfs(config.DATA_DIR)
    return word(bavail * bsize >= LEAST_FREE)
  },
  sealer: async ({ reserve }) => word((await sealerLag(reserve)).seconds < SEALER_SECONDS),
  backup: async ({ config }) => {
    const at = await lastBackupAt(config.DATA_DIR)
    if (!at) return config.READY_BACKUP_HOURS > 0 ? 'wrong' : 'none'
    return word(config.READY_BACKUP_HOURS === 0 || Date.now() - at.getTime() <= config.READY_BACKUP_HOURS * HOUR_MS)
  },
  // Pages are served without one; what waits for a worker does not move.
  worker: async ({ reserve }) => ((await countWorkers(reserve)) > 0 ? 'ok' : 'none'),
}

/** Wrong at once when it does not answer: who asks decides whether to send people here. */
const within = async (work: Promise<State>): Promise<State> => {
  const { promise, resolve } = Promise.withResolvers<State>()
  const timer = setTimeout(() => resolve('wrong'), WAIT_MS)
  work.then(resolve, () => resolve('wrong'))
  return promise.finally(() => clearTimeout(timer))
}

const look = async (backend: Backend): Promise<Readiness> => {
  const names = Object.keys(CHECKS)
  const found = await Promise.all(names.map((name) => within(CHECKS[name]!(backend))))
  const states = Object.fromEntries(names.map((name, i) => [name, found[i]!]))
  return { isReady: !found.includes('wrong'), states }
}

/** Asked by anybody and often: looked up once a second. */
export const readinessOf = (backend: Backend): (() => Promise<Readiness>) => {
  let last: { at: number; answer: Promise<Readiness> } | undefined
  return () => {
    if (!last || performance.now() - last.at > FRESH_MS) last = { at: performance.now(), answer: look(backend) }
    return last.answer
  }
}
