import { ExchangeError } from '../error.ts'
import { unescaped } from './escape.ts'
import type { XmlLimits } from './limit.ts'

export type Tag = {
  readonly kind: 'open' | 'close' | 'both'
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Where the text goes on. */
  readonly end: number
}

const BLANK = /\s/
const NAME = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u

const flaw = (line: number): ExchangeError => new ExchangeError('标签写法有误', 'A tag is not well formed', line)

const [QUOTE, APOSTROPHE, END] = [34, 39, 62]
/** The place after the tag that begins there, past signs that stand in quotes; -1 where it has not come whole. */
const endOf = (text: string, at: number): number => {
  for (let i = at; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === END) return i + 1
    if (code !== QUOTE && code !== APOSTROPHE) continue
    i = text.indexOf(code === QUOTE ? '"' : "'", i + 1)
    if (i < 0) return -1
  }
  return -1
}

const skip = (text: string, at: number): number => {
  let i = at
  while (i < text.length && BLANK.test(text[i] ?? '')) i++
  return i
}

const attributesIn = (text: string, from: number, line: number, limits: XmlLimits): Map<string, string> => {
  const found = new Map<string, string>()
  let at = from
  for (;;) {
    const start = skip(text, at)
    if (start >= text.length) return found
    // Without a blank two attributes run into each other.
    if (start === at) throw flaw(line)
    const sign = text.indexOf('=', start)
    const name = text.slice(start, sign < 0 ? text.length : sign).trim()
    const open = skip(text, sign + 1)
    const quote = text[open]
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : -1
    if (sign < 0 || close < 0 || !NAME.test(name) || found.has(name)) throw flaw(line)
    const raw = text.slice(open + 1, close)
    if (raw.includes('<')) throw flaw(line)
    // A line break in an attribute is a blank; one that is meant is written as a reference.
    found.set(name, unescaped(raw.replaceAll('\r\n', ' ').replaceAll(/[\t\r\n]/g, ' '), line))
    if (found.size > limits.attributes) throw new ExchangeError('属性过多', 'An element has too many attributes', line)
    at = close + 1
  }
}

/** The tag that begins there; null where it has not come whole. */
export const readTag = (text: string, at: number, line: number, limits: XmlLimits): Tag | null => {
  const end = endOf(text, at)
  if (end < 0) return null
  if (end - at > limits.tag) throw new ExchangeError('标签过长', 'A tag is too long', line)
  const isClose = text[at + 1] === '/'
  const isBoth = !isClose && text[end - 2] === '/'
  const inner = text.slice(at + (isClose ? 2 : 1), end - (isBoth ? 2 : 1))
  const blank = inner.search(BLANK)
  const name = blank < 0 ? inner : inner.slice(0, blank)
  if (!NAME.test(name)) throw flaw(line)
  const attributes = blank < 0 ? new Map<string, string>() : attributesIn(inner, blank, line, limits)
  if (isClose && attributes.size > 0) throw flaw(line)
  return { kind: isClose ? 'close' : isBoth ? 'both' : 'open', name, attributes, end }
}
