import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { QcInputError } from './input-error.ts'
import { withinLimits } from './unpack-limit.ts'

const FAULTS = {
  truncated_gzip: { zh: 'gzip 文件不完整，结尾被截断', en: 'the gzip file is cut off before its end' },
  damaged_gzip: { zh: 'gzip 文件已损坏（校验不符）', en: 'the gzip file is damaged (its data or checksum is wrong)' },
}
const faultOf = (error: unknown): keyof typeof FAULTS | undefined => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'Z_BUF_ERROR' ? 'truncated_gzip' : code.startsWith('Z_') ? 'damaged_gzip' : undefined
}

/** Unpacks to a plain file: every reader, the counter and the bulk loader then work on the same bytes. Without one it is only judged. */
export async function gunzip(from: string, to: string | undefined, shownAs: string): Promise<void> {
  const { size } = await stat(from)
  const target = to === undefined ? new Writable({ write: (_chunk, _encoding, done) => done() }) : createWriteStream(to)
  try {
    await pipeline(createReadStream(from), createGunzip(), withinLimits(size, shownAs, to && path.dirname(to)), target)
  } catch (error) {
    const code = faultOf(error)
    throw code ? new QcInputError(code, { file: shownAs }, FAULTS[code]) : error
  }
}

/** What a packed file begins with, unpacked. Whatever is wrong with the rest is said by whoever unpacks it. */
export async function gunzipHead(from: string, most: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  const source = createReadStream(from)
  const unpacked = source.pipe(createGunzip())
  source.on('error', (error) => unpacked.destroy(error))
  try {
    for await (const chunk of unpacked) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= most) break
    }
  } catch (error) {
    if (faultOf(error) === undefined) throw error
  } finally {
    source.destroy()
  }
  return { bytes: Buffer.concat(chunks), isWhole: length < most }
}
