import { readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'
import { Refusal, fail } from '#kernel'

/** Six pictures of this many pixels at once are decoded in a few seconds. */
const MAX_PIXELS = 40_000_000
/** A picture is looked at in memory, whatever the site allows for other files. */
const MAX_BYTES = 64 * 1024 * 1024
/** A picture that also reads as a page or a program. Pixels are compressed: none of this occurs in them by chance. */
const SMUGGLED = /<script|<\?php|<html|<svg|<iframe|<!doctype|<body|javascript:/i

export type Measure = { width: number; height: number }

/** Decodes the whole picture once: what is cut off, forged or too large does not come through. */
export const measurePicture = async (path: string, kind: string): Promise<Measure | undefined> => {
  if ((await stat(path)).size > MAX_BYTES) return undefined
  const bytes = await readFile(path)
  if (SMUGGLED.test(bytes.toString('latin1'))) return undefined
  if (kind === 'image/bmp') return measureBitmap(bytes)
  try {
    // Judged by its head: the limit of the decoder would only be another error.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) throw fail('upload.size')
    await sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_PIXELS, sequentialRead: true }).stats()
    return { width, height }
  } catch (error) {
    if (error instanceof Refusal) throw error
    return undefined
  }
}

const measureBitmap = (bytes: Buffer): Measure | undefined => {
  if (bytes.length < 54) return undefined
  const width = bytes.readInt32LE(18)
  const height = Math.abs(bytes.readInt32LE(22))
  const offset = bytes.readUInt32LE(10)
  const row = Math.ceil((width * bytes.readUInt16LE(28)) / 32) * 4
  if (width * height > MAX_PIXELS) throw fail('upload.size')
  const isWhole = width > 0 && height > 0 && offset >= 54
  if (!isWhole || (bytes.readUInt32LE(30) === 0 && offset + row * height > bytes.length)) return undefined
  return { width, height }
}
