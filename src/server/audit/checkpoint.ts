import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { PublicKey, Signer } from '../signer.ts'

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/)
const COUNT = z.number().int().nonnegative()
const CHECKPOINT = z.strictObject({
  at: z.string(),
  /** Whose signature this is. */
  key: z.string(),
  /** The seals so far: how many, the hash of the last, and that of all their rows, times included. */
  seals: z.strictObject({ count: COUNT, head: SHA256, rows: SHA256 }),
  /** How many entries they hold. */
  entries: COUNT,
  /** Committed entries that no seal held yet and no earlier line named. */
  open: z.strictObject({ ids: z.string().regex(/^\d+(-\d+)?(,\d+(-\d+)?)*$/), hash: SHA256 }).optional(),
  /** The hash of the line before. */
  previous: SHA256,
})
export type Checkpoint = z.output<typeof CHECKPOINT>
/** A line as it stands in a file: the signature, a space, and what it is about. */
export type Line = { checkpoint: Checkpoint; hash: string; place: string }

export const NO_LINE = '0'.repeat(64)
export const PUBLIC_KEY_FILE = 'public-key.pem'
const FILE = /^checkpoint-\d{4}-\d{2}\.log$/
/** One file a month: what is old never changes again and can be put away. */
export const fileAt = (at: string): string => `checkpoint-${at.slice(0, 7)}.log`
export const checkpointFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name)).toSorted()

export const lineHash = (line: string): string => createHash('sha256').update(line).digest('hex')
export const signedLine = (signer: Signer, checkpoint: Checkpoint): string => {
  const text = JSON.stringify(checkpoint)
  return `${signer.sign(text)} ${text}`
}
export const readLine = (text: string): Checkpoint | undefined => {
  try {
    return CHECKPOINT.parse(JSON.parse(text.slice(text.indexOf(' ') + 1)))
  } catch {
    return undefined
  }
}
const isProved = (text: string, key: PublicKey): boolean => {
  const end = text.indexOf(' ')
  return key.proves(text.slice(end + 1), text.slice(0, end))
}

/** What is wrong with the files themselves; nothing behind it is to be believed. */
export class CheckpointProblem extends Error {}

/** Every line of the folder in order, each proved by its signature and its link to the one before. */
export async function* readCheckpoints(folder: string, trusted: readonly PublicKey[]): AsyncGenerator<Line> {
  const keys = new Map(trusted.map((key) => [key.id, key]))
  let previous: string | undefined
  for (const name of await checkpointFiles(folder)) {
    let number = 0
    for await (const text of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })) {
      const place = `${name} line ${++number}`
      const checkpoint = readLine(text)
      if (!checkpoint) throw new CheckpointProblem(`${place} cannot be read`)
      const key = keys.get(checkpoint.key)
      if (!key) throw new CheckpointProblem(`${place} is signed with key ${checkpoint.key.slice(0, 16)}, which is not known here`)
      if (!isProved(text, key)) throw new CheckpointProblem(`${place} was changed: its signature does not hold`)
      if (checkpoint.previous !== (previous ?? NO_LINE))
        throw new CheckpointProblem(
          previous
            ? `${place} does not follow the one before it: lines are missing`
            : `the first checkpoints are missing: ${place} follows a line that is not there`,
        )
      previous = lineHash(text)
      yield { checkpoint, hash: previous, place }
    }
  }
}

/** 5, 6, 7, 9 → `5-7,9` */
export const rangesOf = (ids: readonly number[]): string => {
  const ranges: [number, number][] = []
  for (const id of ids) {
    const last = ranges.at(-1)
    if (last && id === last[1] + 1) last[1] = id
    else ranges.push([id, id])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}
export const idsIn = (ranges: string): number[] =>
  ranges.split(',').flatMap((range) => {
    const [from, to] = range.split('-').map(Number)
    return Array.from({ length: (to ?? from!) - from! + 1 }, (_, i) => from! + i)
  })
