import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { PublicKey } from '../signer.ts'
import type { Signer } from '../signer.ts'

const NAME = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
/** A designed table has its schema before it. */
const TABLE_NAME = z.string().regex(/^(record\.)?[a-z_][a-z0-9_]{0,62}$/)
const SHA256 = z.string().regex(/^[0-9a-f]{64}$/)
const COUNT = z.number().int().nonnegative()

const TABLE = z.strictObject({
  name: TABLE_NAME,
  columns: z.array(NAME).min(1),
  rows: COUNT,
  bytes: COUNT,
  sha256: SHA256,
  /** For a table that no migration makes, a design of the generator: itself, and what comes once its rows are there. */
  create: z.string(),
  finish: z.array(z.string()),
})
const MANIFEST = z.strictObject({
  format: z.literal(1),
  at: z.string(),
  application: z.string(),
  postgres: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), hash: SHA256 })),
  tables: z.array(TABLE),
  sequences: z.array(z.strictObject({ table: TABLE_NAME, column: NAME, value: COUNT })),
  files: z.array(z.strictObject({ sha256: SHA256, bytes: COUNT })),
  /** The checkpoint of the trail: a trail that was cut short afterwards no longer has this seal. */
  audit: z.strictObject({ seals: COUNT, entries: COUNT, head: SHA256 }),
})
export type Manifest = z.output<typeof MANIFEST>
export type TableEntry = z.output<typeof TABLE>

const FILE = 'manifest.json'
/** Beside it, in lines: the signature of its bytes (Ed25519, base64) and the public key. */
const SIGNATURE = 'manifest.signature'
/** What describes a backup and is not described by it. */
export const OWN_FILES = [FILE, SIGNATURE] as const
export const tableFile = (name: string): string => join('tables', `${name}.copy.gz`)
export const objectFile = (sha256: string): string => join('files', sha256.slice(0, 2), sha256)

export const writeManifest = async (folder: string, manifest: Manifest, signer: Signer): Promise<string> => {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await writeFile(join(folder, SIGNATURE), `${signer.sign(text)}\n${signer.publicKey.pem}`, { mode: 0o600, flush: true })
  await writeFile(join(folder, FILE), text, { mode: 0o600, flush: true })
  return createHash('sha256').update(text).digest('hex')
}

/** Who signed a manifest, and whether that holds. A key says nothing by itself: whoever forges a backup has one too. */
export type Signature = { by: PublicKey; holds: boolean } | 'none'
const readSignature = async (folder: string, text: string): Promise<Signature> => {
  const lines = await readFile(join(folder, SIGNATURE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (lines === undefined) return 'none'
  const end = lines.indexOf('\n')
  try {
    const by = PublicKey.read(lines.slice(end + 1))
    return { by, holds: by.proves(text, lines.slice(0, end)) }
  } catch {
    throw new Error(`${SIGNATURE} is damaged: it cannot be read`)
  }
}

/** The sentence of what the signature does not prove to somebody who trusts these keys; undefined when it proves all. */
export const signatureProblem = (signature: Signature, trusted: readonly PublicKey[]): string | undefined => {
  if (signature === 'none') return 'the backup is unsigned: nobody can tell whether its manifest was changed'
  if (!signature.holds) return `${FILE} was changed: its signature does not hold`
  if (!trusted.some((key) => key.id === signature.by.id)) return `the backup is signed with key ${signature.by.id}, which is not known here`
  return undefined
}

/** Refuses what is not a finished backup of this format, in words. */
export const readManifest = async (folder: string): Promise<{ manifest: Manifest; sha256: string; signature: Signature }> => {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => {
    throw new Error(`${folder} is no backup: it has no ${FILE}`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`${FILE} is damaged: it cannot be read`)
  }
  const { data, error } = MANIFEST.safeParse(json)
  if (!data)
    throw new Error(`${FILE} is damaged or of another version: ${error.issues[0]?.path.join('.') ?? ''} ${error.issues[0]?.message ?? ''}`)
  return { manifest: data, sha256: createHash('sha256').update(text).digest('hex'), signature: await readSignature(folder, text) }
}
