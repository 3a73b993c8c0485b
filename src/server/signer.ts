import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { damagedKey, keyFile } from './key-file.ts'

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
  static async open(dataDir: string): Promise<Signer> {
    const make = () => String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return Signer.#read(await keyFile(dataDir, SIGNING_KEY_FILE, make))
  }
  /** The one that is there already; a restore must not make the key of another installation. */
  static async existing(dataDir: string): Promise<Signer | undefined> {
    const file = join(dataDir, SIGNING_KEY_FILE)
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    return isThere ? Signer.#read(await readFile(file, 'utf8')) : undefined
  }
  static #read(pem: string): Signer {
    try {
      return new Signer(createPrivateKey(pem))
    } catch {
      throw damagedKey(SIGNING_KEY_FILE)
    }
  }
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('base64')
  }
}
