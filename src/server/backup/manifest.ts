import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const NAME = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const SHA256 = z.string().regex(/^[0-9a-f]{64}$/)
const COUNT = z.number().int().nonnegative()

const TABLE = z.strictObject({
  name: NAME,
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
  sequences: z.array(z.strictObject({ table: NAME, column: NAME, value: COUNT })),
  files: z.array(z.strictObject({ sha256: SHA256, bytes: COUNT })),
  /** The checkpoint of the trail: a trail that was cut short afterwards no longer has this seal. */
  audit: z.strictObject({ seals: COUNT, entries: COUNT, head: SHA256 }),
})
export type Manifest = z.output<typeof MANIFEST>
export type TableEntry = z.output<typeof TABLE>

const FILE = 'manifest.json'
export const tableFile = (name: string): string => join('tables', `${name}.copy.gz`)
export const objectFile = (sha256: string): string => join('files', sha256.slice(0, 2), sha256)

export const writeManifest = async (folder: string, manifest: Manifest): Promise<string> => {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await writeFile(join(folder, FILE), text, { mode: 0o600, flush: true })
  return createHash('sha256').update(text).digest('hex')
}

/** Refuses what is not a finished backup of this format, in words. */
export const readManifest = async (folder: string): Promise<{ manifest: Manifest; sha256: string }> => {
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
  return { manifest: data, sha256: createHash('sha256').update(text).digest('hex') }
}
