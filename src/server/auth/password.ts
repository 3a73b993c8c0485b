import { hash, verify } from '@node-rs/argon2'
import { HashQueue } from './hash-queue.ts'

/** argon2id, 64 MiB, three passes: about 80 ms. A test or a benchmark may ask for less, the product never does. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
let cost = COST
export const cheapPasswordsForTests = (): void => {
  cost = { memoryCost: 1024, timeCost: 1, parallelism: 1 }
}

/** The one queue of this process. */
export const hashQueue = new HashQueue()

export const hashPassword = (password: string): Promise<string> => hashQueue.enter((turn) => turn(() => hash(password, cost)))

let decoy: Promise<string> | undefined
/** Takes as long for an account that does not exist as for one that does. */
const compare = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hash('no such account', cost)
  const right = await verify(stored ?? (await decoy), password)
  return right && stored !== undefined
}

type Verify = (stored: string | undefined, password: string) => Promise<boolean>
/** For work around the check that must not begin when the queue is full. */
export const queuedForPassword = <T>(work: (verify: Verify) => Promise<T>): Promise<T> =>
  hashQueue.enter((turn) => work((stored, password) => turn(() => compare(stored, password))))
export const verifyPassword: Verify = (stored, password) => queuedForPassword((check) => check(stored, password))
