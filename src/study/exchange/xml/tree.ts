import { ExchangeError } from '../error.ts'
import type { Element } from './element.ts'
import { XML_LIMITS } from './limit.ts'
import type { XmlLimits } from './limit.ts'
import type { XmlEvent } from './reader.ts'

/** What is known by its address has its own prefix, whatever the file calls it. */
export type KnownNames = ReadonlyMap<string, string>
type Growing = { name: string; attributes: Record<string, string>; children: Growing[]; text: string }
export type Part =
  | { readonly kind: 'opened'; readonly element: Element; readonly namespaces: Readonly<Record<string, string>> }
  | { readonly kind: 'element'; readonly element: Element; readonly parent: string }

type Scope = ReadonlyMap<string, string>

/** Prefixes in force, from the root to the element that is open. */
class Names {
  private readonly scopes: Scope[] = [new Map()]
  private readonly known: KnownNames
  constructor(known: KnownNames) {
    this.known = known
  }
  enter(attributes: ReadonlyMap<string, string>): void {
    const own = [...attributes].flatMap(([name, uri]) =>
      name === 'xmlns' ? [['', uri] as const] : name.startsWith('xmlns:') ? [[name.slice(6), uri] as const] : [],
    )
    const before = this.scopes.at(-1) ?? new Map<string, string>()
    this.scopes.push(own.length > 0 ? new Map([...before, ...own]) : before)
  }
  leave(): void {
    this.scopes.pop()
  }
  nameOf(given: string, isAttribute: boolean): string {
    const colon = given.indexOf(':')
    const prefix = colon < 0 ? '' : given.slice(0, colon)
    const local = given.slice(colon + 1)
    if (prefix === '' && isAttribute) return local
    const known = this.known.get(this.scopes.at(-1)?.get(prefix) ?? '')
    const shown = known ?? prefix
    return shown === '' ? local : `${shown}:${local}`
  }
  attributesOf(attributes: ReadonlyMap<string, string>): Record<string, string> {
    const plain = [...attributes].filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    return Object.fromEntries(plain.map(([name, value]) => [this.nameOf(name, true), value]))
  }
  /** By the prefix under which they are shown. */
  namespaces(): Record<string, string> {
    const scope = this.scopes.at(-1) ?? new Map<string, string>()
    return Object.fromEntries([...scope].map(([prefix, uri]) => [this.known.get(uri) ?? prefix, uri]))
  }
}

type Reading = {
  readonly known: KnownNames
  /** Elements that are too large to be held: their children come one by one. */
  readonly opened: ReadonlySet<string>
  /** Elements whose text is not kept: pictures and files. */
  readonly heavy: ReadonlySet<string>
  readonly limits?: XmlLimits
}

/** The children of the opened elements, each whole: memory holds one of them at a time. */
export async function* readParts(
  events: AsyncIterable<XmlEvent>,
  { known, opened, heavy, limits = XML_LIMITS }: Reading,
): AsyncGenerator<Part> {
  const names = new Names(known)
  const path: string[] = []
  const stack: Growing[] = []
  let held = 0
  for await (const event of events) {
    const top = stack.at(-1)
    if (event.kind === 'open') {
      names.enter(event.attributes)
      const element: Growing = {
        name: names.nameOf(event.name, false),
        attributes: names.attributesOf(event.attributes),
        children: [],
        text: '',
      }
      if (!top && opened.has(element.name)) {
        path.push(element.name)
        yield { kind: 'opened', element, namespaces: names.namespaces() }
        continue
      }
      if (++held > limits.elements)
        throw new ExchangeError('一项定义或一名受试者的内容过多', 'One definition or one subject holds too much', event.line)
      top?.children.push(element)
      stack.push(element)
    } else if (event.kind === 'text') {
      if (!top || heavy.has(top.name)) continue
      top.text += event.text
      if (top.text.length > limits.text) throw new ExchangeError('一段文字过长', 'A text is too long', event.line)
    } else {
      names.leave()
      const done = stack.pop()
      if (!done) path.pop()
      else if (stack.length === 0) {
        held = 0
        yield { kind: 'element', element: done, parent: path.at(-1) ?? '' }
      }
    }
  }
}
