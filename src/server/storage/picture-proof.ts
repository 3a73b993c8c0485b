import { readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'

const MAX_PIXELS = 100_000_000
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
    const image = sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_PIXELS, sequentialRead: true })
    const { width, height } = await image.metadata()
    await image.stats()
    return { width, height }
  } catch {
    return undefined
  }
}

const measureBitmap = (bytes: Buffer): Measure | undefined => {
  if (bytes.length < 54) return undefined
  const width = bytes.readInt32LE(18)
  const height = Math.abs(bytes.readInt32LE(22))
  const offset = bytes.readUInt32LE(10)
  const row = Math.ceil((width * bytes.readUInt16LE(28)) / 32) * 4
  const isWhole = width > 0 && height > 0 && width * height <= MAX_PIXELS && offset >= 54
  if (!isWhole || (bytes.readUInt32LE(30) === 0 && offset + row * height > bytes.length)) return undefined
  return { width, height }
}

/** What a drawing may consist of. A list of what is forbidden would always miss one. */
const ELEMENTS = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan lineargradient radialgradient stop clippath mask pattern symbol use marker filter fegaussianblur feoffset feblend fecolormatrix femerge femergenode'.split(
    ' ',
  ),
)
const TAG = /<\s*(\/?)([^\s/>]*)([^>]*)>/g
const BAD_ATTRIBUTE =
  /\son\w+\s*=|(?:href|src|style)\s*=\s*["']?\s*(?!#|["'])(?:[^"'>]*(?:script|data|https?|url\s*\(\s*["']?(?!#))|[^#\s"'])/i

/** A drawing without script, entities, foreign content or outside references. */
export const isCleanSvg = async (path: string): Promise<boolean> => {
  if ((await stat(path)).size > 2 * 1024 * 1024) return false
  const bytes = await readFile(path)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  const body = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '').replace(/<!--(?:(?!--)[\s\S])*-->/g, '')
  if (!/^\s*<svg[\s>]/i.test(body) || /<[!?]|&(?!(?:amp|lt|gt|quot|apos);)|[\u0000-\u0008]/.test(body)) return false
  for (const [, , name, attributes] of body.matchAll(TAG))
    if (!ELEMENTS.has(name!.toLowerCase()) || BAD_ATTRIBUTE.test(` ${attributes}`) || attributes!.includes('<')) return false
  return /<\/svg\s*>\s*$|<svg[^>]*\/>\s*$/i.test(body)
}
