import { readFile, stat } from 'node:fs/promises'

const MAX_BYTES = 2 * 1024 * 1024
/** What a drawing may consist of. A list of what is forbidden would always miss one. */
const ELEMENTS = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon text tspan lineargradient radialgradient stop clippath mask pattern symbol use marker filter fegaussianblur feoffset feblend fecolormatrix femerge femergenode'.split(
    ' ',
  ),
)
// Each is tried at one place and never searched for: the price of a drawing is its length, whatever stands in it.
const OPEN_TAG = /<([A-Za-z]+)/y
const CLOSE_TAG = /<\/([A-Za-z]+)\s*>/y
const ATTRIBUTE = /\s+([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const TAG_END = /\s*(\/?)>/y
const BLANK = /\s*/y
const PROLOG = /\s*<\?xml\s[^<>?]*\?>/y

/** WithResource than in the drawing itself: only `#name` and `url(#name)` point into it. */
const leadsOut = (name: string, value: string): boolean => {
  if (/(?:^|:)(?:href|src|style)$/.test(name)) return value !== '' && !value.startsWith('#')
  return value.split('url(').some((rest, i) => i > 0 && !/^["']?#/.test(rest.trimStart()))
}
const isBadAttribute = (name: string, value: string): boolean => name.startsWith('on') || leadsOut(name, value.trim().toLowerCase())

/** Reads from the front, one token after the other. The first thing it does not know ends it. */
class Reader {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }
  take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at
    const found = token.exec(this.#text)
    if (found) this.#at = token.lastIndex
    return found
  }
  /** Up to the next tag, or to the end. */
  skipText(): void {
    const next = this.#text.indexOf('<', this.#at)
    this.#at = next < 0 ? this.#text.length : next
  }
  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }
  isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }
  /** Over a comment; false when it is not one, or does not end. */
  skipComment(): boolean {
    const end = this.#text.indexOf('--', this.#at + 4)
    if (end < 0 || this.#text[end + 2] !== '>') return false
    this.#at = end + 3
    return true
  }
}

/** The tag at hand: how much deeper it leads, or undefined when it may not stand in a drawing. */
const readTag = (reader: Reader, isRoot: boolean): number | undefined => {
  const closed = reader.take(CLOSE_TAG)
  if (closed) return !isRoot && ELEMENTS.has(closed[1]!.toLowerCase()) ? -1 : undefined
  const name = reader.take(OPEN_TAG)?.[1]?.toLowerCase()
  if (!name || (isRoot ? name !== 'svg' : !ELEMENTS.has(name))) return undefined
  for (let found = reader.take(ATTRIBUTE); found; found = reader.take(ATTRIBUTE))
    if (isBadAttribute(found[1]!.toLowerCase(), found[2] ?? found[3] ?? '')) return undefined
  const end = reader.take(TAG_END)
  return end ? (end[1] ? 0 : 1) : undefined
}

/** A drawing without script, entities, foreign content or outside references; one, and nothing beside it. */
export const isCleanSvg = (text: string): boolean => {
  if (/&(?!(?:amp|lt|gt|quot|apos);)|[\u0000-\u0008]/.test(text)) return false
  const reader = new Reader(text)
  reader.take(PROLOG)
  let depth = 0
  let hasDrawn = false
  for (;;) {
    if (depth > 0) reader.skipText()
    else reader.take(BLANK)
    if (reader.isAtEnd) return hasDrawn && depth === 0
    if (reader.isNext('<!--')) {
      if (!reader.skipComment()) return false
      continue
    }
    if (depth === 0 && hasDrawn) return false
    const step = readTag(reader, depth === 0)
    if (step === undefined) return false
    depth += step
    hasDrawn = true
  }
}

export const isCleanDrawing = async (path: string): Promise<boolean> => {
  if ((await stat(path)).size > MAX_BYTES) return false
  try {
    return isCleanSvg(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)))
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
