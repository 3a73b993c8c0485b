import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { access, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const SIGNING_KEY_FILE = 'signing-key'

/** The half of a key that everybody may have: it proves signatures and makes none. */
export class PublicKey {
  readonly #key: KeyObject
  readonly pem: string
  /** Names the key: the beginning of the SHA-256 of its public half. */
  readonly id: string
  constructor(key: KeyObject) {
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key')
    this.#key = key
    this.pem = String(key.export({ type: 'spki', format: 'pem' }))
    this.id = createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('hex')
      .slice(0, 32)
  }
  static read(pem: string): PublicKey {
    return new PublicKey(createPublicKey(pem))
  }
  static async readFile(path: string): Promise<PublicKey> {
    const pem = await readFile(path, 'utf8')
    try {
      return PublicKey.read(pem)
    } catch {
      throw new Error(`${path} is no public key of an installation`)
    }
  }
  proves(text: string, signature: string): boolean {
    return verify(null, Buffer.from(text), this.#key, Buffer.from(signature, 'base64'))
  }
}

/** The key with which this installation signs checkpoints of its trail and its backups (Ed25519). */
export class Signer {
  readonly #key: KeyObject
  readonly publicKey: PublicKey
  private constructor(key: KeyObject) {
    this.#key = key
    this.publicKey = new PublicKey(createPublicKey(key))
  }
  /** Made at the first start; of two processes that start at once, one makes it. */
  static async open(dataDir: string): Promise<Signer> {
    const file = join(dataDir, SIGNING_KEY_FILE)
    await mkdir(dataDir, { recursive: true })
    // Linked into place whole: another process that starts at once must not read half a key.
    const made = join(dataDir, `.${SIGNING_KEY_FILE}-${randomUUID()}`)
    await writeFile(made, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true })
    try {
      await link(made, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      await rm(made)
    }
    return Signer.#read(file)
  }
  /** The one that is there already; a restore must not make the key of another installation. */
  static async existing(dataDir: string): Promise<Signer | undefined> {
    const file = join(dataDir, SIGNING_KEY_FILE)
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    return isThere ? Signer.#read(file) : undefined
  }
  static async #read(file: string): Promise<Signer> {
    const pem = await readFile(file, 'utf8')
    try {
      return new Signer(createPrivateKey(pem))
    } catch {
      throw new Error(
        `The file ${SIGNING_KEY_FILE} of the data folder is damaged. Put your copy of it back, or remove it to go on with a new key.`,
      )
    }
  }
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('base64')
  }
}
