import { hash, verify } from '@node-rs/argon2'

/** argon2id, 64 MiB, three passes: about 80 ms. A test or a benchmark may ask for less, the product never does. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
let cost = COST
export const cheapPasswordsForTests = (): void => {
  cost = { memoryCost: 1024, timeCost: 1, parallelism: 1 }
}

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined
/** Takes as long for an account that does not exist as for one that does. */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no such account')
  const right = await verify(stored ?? (await decoy), password)
  return right && stored !== undefined
}
