import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from './db/database.ts'
import { damagedKey, keyFile } from './key-file.ts'

const FILE = 'secret-key'
const BYTES = 32
const WRITE = `INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`

/** Secrets that the server itself must be able to read: encrypted in the database, never in an answer, a list, an export or the trail. */
export class Vault {
  readonly #key: Buffer
  constructor(key: Buffer) {
    this.#key = key
  }
  /** The key given, or one made once and kept beside the data: a copy of the database alone opens nothing. */
  static async open(dataDir: string, given: string | undefined): Promise<Vault> {
    if (given) return new Vault(createHash('sha256').update(given).digest())
    const key = Buffer.from((await keyFile(dataDir, FILE, () => randomBytes(BYTES).toString('hex'))).trim(), 'hex')
    if (key.length !== BYTES) throw damagedKey(FILE)
    return new Vault(key)
  }

  /** The same text gets the same mark, and nobody without the key can guess the text from it. */
  mark(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('hex').slice(0, 16)
  }
  /** For a row of its own. What it belongs to is part of the seal: moved to another row it does not open. */
  seal(name: string, secret: string): Buffer {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(name))
    return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }
  /** Undefined when it was sealed with another key or for something else. */
  unseal(name: string, sealed: Buffer): string | undefined {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12)).setAAD(Buffer.from(name))
      decipher.setAuthTag(sealed.subarray(-16))
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }
  async put(db: Db, name: string, secret: string): Promise<void> {
    await db.query(WRITE, [`secret:${name}`, JSON.stringify({ sealed: this.seal(name, secret).toString('base64') })])
  }
  /** Undefined when there is none, or when it was sealed with another key. */
  async get(db: Db, name: string): Promise<string | undefined> {
    const [row] = await db.query<{ value: { sealed: string } }>('SELECT value FROM setting WHERE key = $1', [`secret:${name}`])
    return row && this.unseal(name, Buffer.from(row.value.sealed, 'base64'))
  }
  async forget(db: Db, name: string): Promise<void> {
    await db.query('DELETE FROM setting WHERE key = $1', [`secret:${name}`])
  }

  /** A mark that only this installation can make. What it is for is part of it: a mark of one purpose proves nothing for another. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', createHmac('sha256', this.#key).update(purpose).digest()).update(text).digest('base64url')
  }
  isSigned(purpose: string, text: string, mark: string): boolean {
    const [given, right] = [Buffer.from(mark), Buffer.from(this.sign(purpose, text))]
    return given.length === right.length && timingSafeEqual(given, right)
  }
}
