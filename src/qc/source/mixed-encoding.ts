import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { decodes, guessEncoding, type Guess } from './guess-encoding.ts'
import { QcInputError } from './input-error.ts'

/** Three-byte characters; GB18030 text is valid UTF-8 by accident only with two-byte ones (the well-known 联通). */
const CHINESE_UTF8 = /[\xe0-\xef][\x80-\xbf]{2}/

const ENOUGH = 1 << 18
const FEED = Buffer.from('\n')

/**
 * Some line is not UTF-8. Either the file is of one other encoding throughout, guessed from its lines beyond ASCII, or two encodings were pasted together: then decoding it as one of
 * them would turn the other's names into different, valid characters.
 */
export async function provenEncoding(path: string, file: string): Promise<Guess> {
  let rest = Buffer.alloc(0)
  let line = 0
  let utf8Line: number | undefined
  let otherLine: number | undefined
  let badLine: number | undefined
  const lines: Buffer[] = []
  let kept = 0
  const look = (bytes: Buffer) => {
    line++
    if (isAscii(bytes)) return
    if (isUtf8(bytes)) {
      if (utf8Line === undefined && CHINESE_UTF8.test(bytes.toString('latin1'))) utf8Line = line
    } else {
      otherLine ??= line
      if (!decodes(bytes, 'gb18030')) badLine ??= line
    }
    if (kept < ENOUGH) {
      lines.push(Buffer.from(bytes), FEED)
      kept += bytes.length
    }
    if (utf8Line !== undefined && otherLine !== undefined) {
      throw new QcInputError(
        'mixed_encodings',
        { file, line: Math.max(utf8Line, otherLine) },
        {
          zh: `文件混用了编码：第 ${utf8Line} 行是 UTF-8，第 ${otherLine} 行不是`,
          en: `the file mixes encodings: line ${utf8Line} is UTF-8, line ${otherLine} is not`,
        },
      )
    }
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      look(bytes.subarray(start, end))
      start = end + 1
    }
    rest = Buffer.from(bytes.subarray(start))
  }
  if (rest.length > 0) look(rest)
  const guess = guessEncoding(Buffer.concat(lines))
  if (guess && (guess.encoding !== 'gb18030' || badLine === undefined)) return guess
  throw new QcInputError(
    'undecodable',
    { file, line: badLine ?? otherLine ?? 1 },
    {
      zh: '此行既不是 UTF-8 也不是 GB18030；可用 --encoding 指明编码，如 windows-1252',
      en: 'this line is neither UTF-8 nor GB18030; name the encoding with --encoding, e.g. windows-1252',
    },
  )
}
