import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { DatabaseUnavailable } from './failure.ts'
import { identityOf, isAlive } from './process.ts'

type Holder = { pid: number; identity: string; host: string }

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

const isHeld = (holder: Holder | undefined) =>
  holder !== undefined && holder.pid !== process.pid && isAlive(holder.pid) && identityOf(holder.pid) === holder.identity

/** One server per data folder. Taken by a hard link, so the file never exists half-written; a dead holder's lock is taken over. */
export const takeLock = (file: string, folder: string) => {
  const mine = `${file}.${randomUUID()}`
  const text = JSON.stringify({ pid: process.pid, identity: identityOf(process.pid), host: hostname() } satisfies Holder)
  writeFileSync(mine, text, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(mine, file)
        return { release: () => read(file) === text && rmSync(file, { force: true }) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const seen = read(file)
      if (seen === undefined) continue
      const holder = holderOf(seen)
      if (isHeld(holder)) {
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
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}
