import { createHash } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Format, Reading, StageOptions } from './reading.ts'

/** Raise when staging changes what it stores: an old snapshot would then answer for bytes it no longer stands for. */
const SNAPSHOT_VERSION = 7

export type StoredReading = Omit<Reading, 'select'> & { format: Format }
/** `sizes`: bytes of each part; a copy that was cut short must not answer for the file. */
type Manifest = StoredReading & { version: number; sizes: readonly number[] }

const CHUNK = 1 << 20

/** Reads the next chunk while it hashes the last: a snapshot is only as quick as the proof that it belongs to the file. */
export async function hashFile(name: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(name)
  try {
    let [current, spare] = [Buffer.allocUnsafe(CHUNK), Buffer.allocUnsafe(CHUNK)]
    let { bytesRead } = await file.read(current, 0, CHUNK, 0)
    for (let at = bytesRead; bytesRead > 0; at += bytesRead) {
      const next = file.read(spare, 0, CHUNK, at)
      hash.update(current.subarray(0, bytesRead))
      ;({ bytesRead } = await next)
      ;[current, spare] = [spare, current]
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

export function snapshotKey(sha256: string, options: StageOptions): string {
  const { format, sheet, encoding, delimiter, quote, header } = options
  const meaning = JSON.stringify([SNAPSHOT_VERSION, sha256, format, sheet, encoding, delimiter, quote, header])
  return createHash('sha256').update(meaning).digest('hex').slice(0, 32)
}

/** Sizes stand in the name: only a file of the same size is worth hashing before it is read. */
export async function mayHaveSnapshot(directory: string, bytes: number): Promise<boolean> {
  const names = await readdir(directory).catch(() => [] as string[])
  return names.some((name) => name.startsWith(`${bytes}-`) && name.endsWith('.json'))
}

export async function loadSnapshot(directory: string, bytes: number, key: string): Promise<StoredReading | undefined> {
  try {
    const manifest = JSON.parse(await readFile(path.join(directory, `${bytes}-${key}.json`), 'utf8')) as Manifest
    const sizes = await sizesOf(directory, manifest)
    return manifest.version === SNAPSHOT_VERSION && sizes.every((size, index) => size === manifest.sizes[index]) ? manifest : undefined
  } catch {
    return undefined
  }
}

/** Parts first, manifest last and by rename: a run that dies in between leaves files nobody reads, never half a snapshot. */
export async function saveSnapshot(
  from: string,
  directory: string,
  bytes: number,
  key: string,
  reading: StoredReading,
): Promise<StoredReading> {
  await mkdir(directory, { recursive: true })
  const parts = []
  for (const [index, part] of reading.parts.entries()) {
    const file = `${bytes}-${key}.${index}.parquet`
    await move(path.join(from, part.file), path.join(directory, file))
    parts.push({ ...part, file })
  }
  const stored = { ...reading, parts }
  const manifest = path.join(directory, `${bytes}-${key}.json`)
  const draft = `${manifest}.${process.pid}.draft`
  const sizes = await sizesOf(directory, stored)
  await writeFile(draft, JSON.stringify({ ...stored, version: SNAPSHOT_VERSION, sizes } satisfies Manifest))
  await rename(draft, manifest)
  return stored
}

const sizesOf = (directory: string, { parts }: StoredReading): Promise<number[]> =>
  Promise.all(parts.map(async (part) => (await stat(path.join(directory, part.file))).size))

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch {
    const draft = `${to}.${process.pid}.draft`
    await copyFile(from, draft)
    await rename(draft, to)
    await rm(from, { force: true })
  }
}
