import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { QcInputError } from './input-error.ts'

/** Unpacks to a plain file: every reader, the counter and the bulk loader then work on the same bytes. */
export async function gunzip(from: string, to: string, shownAs: string): Promise<void> {
  try {
    await pipeline(createReadStream(from), createGunzip(), createWriteStream(to))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'Z_BUF_ERROR') {
      throw new QcInputError(
        'truncated_gzip',
        { file: shownAs },
        { zh: 'gzip 文件不完整，结尾被截断', en: 'the gzip file is cut off before its end' },
      )
    }
    if (code === 'Z_DATA_ERROR') {
      throw new QcInputError(
        'damaged_gzip',
        { file: shownAs },
        { zh: 'gzip 文件已损坏（校验不符）', en: 'the gzip file is damaged (its data or checksum is wrong)' },
      )
    }
    throw error
  }
}
