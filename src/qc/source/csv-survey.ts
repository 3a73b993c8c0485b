import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { CsvCounter } from './csv-counter.ts'

export type CsvSurvey = {
  bytes: number
  sha256: string
  counter: CsvCounter
  nulLine: number | undefined
  badByteLine: number | undefined
}

/** `returnsEndRecords`: see the counter. The table begins `bytes` and `lines` behind the start of the file. */
export type SurveyOptions = { returnsEndRecords?: boolean; above?: { bytes: number; lines: number }; onBytes?: (done: number) => void }

const CHUNK = 1 << 20

/** One pass over the raw bytes beside the reader: hash, record count, and every reason not to trust the fast path with this file. */
export async function surveyCsv(
  path: string,
  dialect: { delimiter: string; quote: string },
  columns: number,
  { returnsEndRecords, above = { bytes: 0, lines: 0 }, onBytes }: SurveyOptions = {},
): Promise<CsvSurvey> {
  const counter = new CsvCounter(dialect, columns, returnsEndRecords, above.lines + 1)
  const hash = createHash('sha256')
  const found: CsvSurvey = { bytes: 0, sha256: '', counter, nulLine: undefined, badByteLine: undefined }
  const file = await open(path)
  const buffer = Buffer.allocUnsafe(CHUNK + 4)
  let kept = 0
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, kept, CHUNK, found.bytes)
      if (bytesRead === 0) break
      const fresh = buffer.subarray(kept, kept + bytesRead)
      hash.update(fresh)
      const line = found.bytes === 0 ? 1 : counter.line
      counter.push(fresh.subarray(Math.max(0, above.bytes - found.bytes)))
      const nul = found.nulLine === undefined ? fresh.indexOf(0) : -1
      if (nul !== -1) found.nulLine = line + feeds(fresh.subarray(0, nul))
      const seen = buffer.subarray(0, kept + bytesRead)
      const whole = seen.length - unfinished(seen)
      if (found.badByteLine === undefined && !isUtf8(seen.subarray(0, whole))) {
        found.badByteLine = line + firstBadLine(seen.subarray(0, whole))
      }
      kept = seen.length - whole
      buffer.copy(buffer, 0, whole, seen.length)
      found.bytes += bytesRead
      onBytes?.(found.bytes)
    }
  } finally {
    await file.close()
  }
  counter.end()
  if (kept > 0) found.badByteLine ??= counter.line
  found.sha256 = hash.digest('hex')
  return found
}

/** Bytes at the end that begin a character whose rest is in the next chunk. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

function feeds(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count++
  return count
}

function firstBadLine(bytes: Buffer): number {
  let start = 0
  for (let line = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start)
    const stop = end === -1 ? bytes.length : end
    if (!isUtf8(bytes.subarray(start, stop))) return line
    start = stop + 1
  }
  return 0
}
