import { ExchangeError } from '../error.ts'
import { readTag } from './tag.ts'
import { unescaped } from './escape.ts'
import { XML_LIMITS } from './limit.ts'
import type { XmlLimits } from './limit.ts'

export type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly line: number }
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  | { readonly kind: 'close'; readonly name: string; readonly line: number }

const SKIPPED = [
  { start: '<!--', end: '-->' },
  { start: '<?', end: '?>' },
] as const
const CDATA = { start: '<![CDATA[', end: ']]>' } as const

const linesIn = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/**
 * XML as it comes, piece by piece: tags, attributes and text, and nothing that a file could use against its reader. A document type is refused
 * with everything in it, so there are no entities but the five that XML has by itself.
 */
export class XmlReader {
  private rest = ''
  private line = 1
  private readonly open: string[] = []
  private hasRoot = false
  private readonly limits: XmlLimits

  constructor(limits: XmlLimits = XML_LIMITS) {
    this.limits = limits
  }

  push(text: string): XmlEvent[] {
    this.rest += text
    return this.read(false)
  }

  end(): XmlEvent[] {
    const events = this.read(true)
    if (this.rest !== '') throw this.broken()
    const last = this.open.at(-1)
    if (last !== undefined)
      throw new ExchangeError(`文件不完整：“${last}”没有结束`, `The file is cut off: “${last}” does not end`, this.line)
    if (!this.hasRoot) throw new ExchangeError('不是 XML 文件', 'This is no XML file')
    return events
  }

  private broken(): ExchangeError {
    return new ExchangeError('文件在标签中间中断', 'The file breaks off inside a tag', this.line)
  }

  private read(isEnd: boolean): XmlEvent[] {
    const events: XmlEvent[] = []
    let at = 0
    for (;;) {
      const next = this.token(at, isEnd, events)
      if (next === at) break
      this.line += linesIn(this.rest.slice(at, next))
      at = next
    }
    this.rest = this.rest.slice(at)
    if (this.rest.length > this.limits.tag) throw new ExchangeError('标签过长', 'A tag is too long', this.line)
    return events
  }

  /** Takes one token from there on, and answers where the next one begins; the same place where it has not come whole. */
  private token(at: number, isEnd: boolean, events: XmlEvent[]): number {
    const { rest } = this
    if (at >= rest.length) return at
    if (rest[at] !== '<') return this.text(at, isEnd, events)
    for (const { start, end } of SKIPPED)
      if (rest.startsWith(start, at)) {
        const found = rest.indexOf(end, at + start.length)
        return found < 0 ? at : found + end.length
      }
    if (rest.startsWith(CDATA.start, at)) {
      const found = rest.indexOf(CDATA.end, at)
      if (found >= 0) this.say(rest.slice(at + CDATA.start.length, found), events)
      return found < 0 ? at : found + CDATA.end.length
    }
    if (rest.startsWith('<!', at)) {
      // Whether it is a comment or a CDATA section is not known before it is long enough.
      if (!isEnd && rest.length - at < CDATA.start.length) return at
      throw new ExchangeError('不接受含文档类型定义（DTD）的文件', 'Files with a document type (DTD) are not accepted', this.line)
    }
    return this.tag(at, events)
  }

  private say(text: string, events: XmlEvent[]): void {
    if (text === '') return
    if (this.open.length === 0) {
      if (text.trim() !== '' && text.trim() !== '\uFEFF') throw new ExchangeError('不是 XML 文件', 'This is no XML file', this.line)
      return
    }
    events.push({ kind: 'text', text, line: this.line })
  }

  private text(at: number, isEnd: boolean, events: XmlEvent[]): number {
    const found = this.rest.indexOf('<', at)
    let end = found < 0 ? this.rest.length : found
    if (found < 0 && !isEnd) {
      // A reference may come in two pieces; it is short.
      const amp = this.rest.lastIndexOf('&')
      if (amp >= at && this.rest.length - amp < 12 && !this.rest.includes(';', amp)) end = amp
      // Nor is a line break known to be one before what follows it.
      if (end > at && this.rest[end - 1] === '\r') end--
    }
    if (end > at) this.say(unescaped(this.rest.slice(at, end).replaceAll('\r\n', '\n'), this.line), events)
    return end
  }

  private tag(at: number, events: XmlEvent[]): number {
    const tag = readTag(this.rest, at, this.line, this.limits)
    if (!tag) return at
    if (tag.kind !== 'close') {
      if (this.open.length === 0 && this.hasRoot) throw new ExchangeError('根元素之后还有内容', 'There is more after the root', this.line)
      this.hasRoot = true
      this.open.push(tag.name)
      if (this.open.length > this.limits.depth) throw new ExchangeError('嵌套过深', 'Elements stand too deep in each other', this.line)
      events.push({ kind: 'open', name: tag.name, attributes: tag.attributes, line: this.line })
    }
    if (tag.kind !== 'open') {
      const last = this.open.pop()
      if (last !== tag.name)
        throw new ExchangeError(`“${tag.name}”与“${last ?? ''}”不配对`, `“${tag.name}” does not end “${last ?? ''}”`, this.line)
      events.push({ kind: 'close', name: tag.name, line: this.line })
    }
    return tag.end
  }
}

/** The events of a whole text that comes in pieces. */
export async function* readXml(pieces: AsyncIterable<string> | Iterable<string>, limits: XmlLimits = XML_LIMITS): AsyncGenerator<XmlEvent> {
  const reader = new XmlReader(limits)
  for await (const piece of pieces) yield* reader.push(piece)
  yield* reader.end()
}
