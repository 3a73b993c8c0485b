import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Pair } from './token.ts'

const IV = 12
const TAG = 16

/** Only whoever holds the spent token can open it: the database keeps no more of that one than its hash. */
const keyOf = (spent: string): Buffer => createHmac('sha256', spent).update('successor').digest()

export const sealSuccessor = (spent: string, pair: Pair): Buffer => {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyOf(spent), iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(pair), 'utf8'), cipher.final(), cipher.getAuthTag()])
}
export const openSuccessor = (spent: string, sealed: Buffer): Pair => {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(spent), sealed.subarray(0, IV)).setAuthTag(sealed.subarray(-TAG))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(IV, -TAG)), decipher.final()]).toString('utf8')) as Pair
}
