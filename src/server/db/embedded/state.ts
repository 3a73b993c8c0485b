import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseUnavailable } from './failure.ts'

/** What must outlive a restart. `isPrepared`: the roles and the database of the application exist. */
export type State = { superPassword: string; ownerPassword: string; appPassword: string; port: number; isPrepared: boolean }

const fileIn = (home: string) => join(home, 'state.json')

export const newState = (): State => ({
  superPassword: randomBytes(24).toString('hex'),
  ownerPassword: randomBytes(24).toString('hex'),
  appPassword: randomBytes(24).toString('hex'),
  port: 0,
  isPrepared: false,
})

export const readState = (home: string): State | undefined => {
  let text: string
  try {
    text = readFileSync(fileIn(home), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const state = JSON.parse(text) as State
    // A folder from before there was an owner: its roles are prepared once more.
    return state.ownerPassword ? state : { ...state, ownerPassword: newState().ownerPassword, isPrepared: false }
  } catch {
    throw new DatabaseUnavailable(
      `${fileIn(home)} is damaged: it holds the database's password. Restore it from a backup of the data folder.`,
    )
  }
}

export const writeState = (home: string, state: State) => {
  const half = `${fileIn(home)}.new`
  const fd = openSync(half, 'w', 0o600)
  writeSync(fd, JSON.stringify(state))
  fsyncSync(fd)
  closeSync(fd)
  renameSync(half, fileIn(home))
}

const canListen = (port: number) =>
  new Promise<number>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })

/** The port of last time if it is still free, so that a tool pointed at the database keeps working. */
export const freePort = async (wanted: number) => (wanted && (await canListen(wanted))) || (await canListen(0))
