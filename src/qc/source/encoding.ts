import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { guessEncoding, type Legacy } from './guess-encoding.ts'
import { QcInputError } from './input-error.ts'
import { TextOutput } from './text-output.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | Legacy

/** A name as people write it; undefined when no decoder knows it. */
export function encodingNamed(name: string): Encoding | undefined {
  try {
    const { encoding } = new TextDecoder(name)
    return encoding === 'gbk' ? 'gb18030' : (encoding as Encoding)
  } catch {
    return undefined
  }
}

/** What the user named; an unknown name is refused. */
export function givenEncoding({
  options: { encoding },
  shownAs,
}: {
  options: { encoding?: string }
  shownAs: string
}): Encoding | undefined {
  const known = encoding === undefined ? undefined : encodingNamed(encoding)
  if (encoding !== undefined && known === undefined) {
    throw new QcInputError('bad_option', { file: shownAs }, { zh: `未知的编码“${encoding}”`, en: `unknown encoding "${encoding}"` })
  }
  return known
}

const FEED = Buffer.from('\n')
const CHINESE = /(?:[\xe4-\xe9][\x80-\xbf]{2}){2}/

export async function readSample(path: string, bytes = 1 << 20, from = 0): Promise<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(bytes)
    const { bytesRead } = await file.read(buffer, 0, bytes, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Text needs a sample cut behind a line end: a character cut in half looks like a wrong encoding. */
const toLineEnd = (sample: Buffer): Buffer => {
  const end = sample.lastIndexOf(10)
  return end === -1 ? sample : sample.subarray(0, end + 1)
}

export const detectEncoding = (sample: Buffer): Encoding | undefined => unicodeOf(sample) ?? guessEncoding(toLineEnd(sample))?.encoding

export function unicodeOf(sample: Buffer): Encoding | undefined {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  const even = zeros(sample, 0)
  const odd = zeros(sample, 1)
  const half = sample.length / 2
  if (odd > half * 0.3 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.3 && odd < half * 0.05) return 'utf-16be'
  const lines = toLineEnd(sample)
  return isAscii(lines) || isUtf8(lines) ? 'utf-8' : undefined
}

/** Cells of fixed width in a file that does not say its encoding; a character that the width cuts in half proves nothing. */
export function encodingOfPieces(pieces: readonly Buffer[]): { encoding: Encoding; sure: boolean } {
  const isChinese = (piece: Buffer) => CHINESE.test(piece.toString('latin1'))
  if (pieces.every(isUtf8)) return { encoding: 'utf-8', sure: true }
  if (pieces.some(isChinese)) return { encoding: 'utf-8', sure: pieces.every(isCutUtf8) }
  const high = pieces.filter((piece) => !isAscii(piece))
  const whole = high.filter((piece) => (piece.at(-1) as number) < 0x80)
  const lines = (whole.length > 0 ? whole : high).flatMap((piece) => [piece, FEED])
  return guessEncoding(Buffer.concat(lines)) ?? { encoding: 'gb18030', sure: false }
}

/** UTF-8 but for a last character whose end did not fit. */
const isCutUtf8 = (piece: Buffer): boolean => [0, 1, 2, 3].some((cut) => isUtf8(piece.subarray(0, Math.max(0, piece.length - cut))))

function zeros(bytes: Buffer, from: number): number {
  let count = 0
  for (let index = from; index < bytes.length; index += 2) if (bytes[index] === 0) count++
  return count
}

/** Rewrites a file as UTF-8 without holding it; an undecodable byte is named by its line instead of becoming U+FFFD. */
export async function transcode(from: string, to: string, encoding: Encoding, shownAs: string): Promise<void> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const output = new TextOutput(to)
  let line = 1
  const put = async (text: string) => {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line++
    await output.write(text)
  }
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      await put(decode(decoder, chunk, encoding, shownAs, line))
    }
    await put(decode(decoder, undefined, encoding, shownAs, line))
  } finally {
    await output.end()
  }
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Buffer | undefined,
  encoding: Encoding,
  file: string,
  line: number,
): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    const text = chunk ? new TextDecoder(encoding).decode(chunk) : ''
    const before = text.slice(0, Math.max(0, text.indexOf('\ufffd')))
    const at = line + (before.match(/\n/g)?.length ?? 0)
    throw new QcInputError(
      'undecodable',
      { file, line: at },
      {
        zh: `有字节无法按 ${encoding} 解码，文件可能损坏或混用了编码`,
        en: `bytes that are no ${encoding} text; the file is damaged or mixes encodings`,
      },
    )
  }
}
