import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { DatabaseUnavailable } from './failure.ts'
import { identityOf, isAlive } from './process.ts'

type Holder = { pid: number; identity: string; host: string }

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const holderOf = (text: string) => {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}

// Another container on the same volume: its processes cannot be seen from here, so its sign of life is the file's time.
const lifeSign = 30_000
const isFresh = (file: string) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < lifeSign

const isHeld = (holder: Holder | undefined, file: string) => {
  if (holder === undefined) return false
  if (holder.host !== hostname()) return isFresh(file)
  return holder.pid !== process.pid && isAlive(holder.pid) && identityOf(holder.pid) === holder.identity
}

/** By a hard link, so that the file never exists half-written; disks without hard links get a plain exclusive file. */
const create = (mine: string, file: string, text: string) => {
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error
  }
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

export type Lock = { touch: () => void; release: () => void }

const lockOf = (file: string, text: string): Lock => ({
  touch: () => {
    const now = new Date()
    if (read(file) === text) utimesSync(file, now, now)
  },
  release: () => {
    if (read(file) === text) rmSync(file, { force: true })
  },
})

/** One server per data folder; the lock of a dead holder is taken over. */
export const takeLock = (file: string, folder: string) => {
  const mine = `${file}.${randomUUID()}`
  const text = JSON.stringify({ pid: process.pid, identity: identityOf(process.pid), host: hostname() } satisfies Holder)
  writeFileSync(mine, text, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (create(mine, file, text)) return lockOf(file, text)
      const seen = read(file)
      if (seen === undefined) continue
      const holder = holderOf(seen)
      if (isHeld(holder, file)) {
        throw new DatabaseUnavailable(
          `The data folder ${folder} is already used by another server (process ${holder?.pid} on ${holder?.host}). Stop that one first, or start this one with another DATA_DIR and PORT.`,
        )
      }
      discard(file, seen)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  throw new DatabaseUnavailable(`Another server is starting on the data folder ${folder} at this moment. Start only one.`)
}

// Two starters may judge the same lock stale: only the one that moves that very text away may go on.
const discard = (file: string, judged: string) => {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (read(aside) !== judged) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
