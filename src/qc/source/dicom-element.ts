/** How the elements of a stretch of the file are written. */
export type Syntax = { explicit: boolean; big: boolean }
export type Element = { tag: string; vr: string; value: number; length: number }

export const UNDEFINED = 0xffffffff
const LONG_VR = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT', 'SV', 'UV'])
/** Implicit and unknown elements carry no value type; these two are the only binary ones among the names people use. */
const KNOWN_VR: Readonly<Record<string, string>> = { '0028,0010': 'US', '0028,0011': 'US' }
const ITEM = 'fffe,e000'
const ITEM_END = 'fffe,e00d'
const SEQUENCE_END = 'fffe,e0dd'
/** Nobody nests deeper; bytes that are no DICOM might. */
const DEEPEST = 64

export const short = (bytes: Buffer, at: number, big: boolean): number => (big ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at))
export const long = (bytes: Buffer, at: number, big: boolean): number => (big ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
const hex = (value: number): string => value.toString(16).padStart(4, '0')

/** The element that begins here; undefined when the bytes end inside its head, or are no element. */
export function readElement(bytes: Buffer, at: number, { explicit, big }: Syntax): Element | undefined {
  if (at + 8 > bytes.length) return undefined
  const tag = `${hex(short(bytes, at, big))},${hex(short(bytes, at + 2, big))}`
  // Items and their ends carry no value type in any syntax.
  if (!explicit || tag.startsWith('fffe')) return { tag, vr: KNOWN_VR[tag] ?? 'UN', value: at + 8, length: long(bytes, at + 4, big) }
  const vr = bytes.toString('latin1', at + 4, at + 6)
  if (!/^[A-Z]{2}$/.test(vr)) return undefined
  if (!LONG_VR.has(vr)) return { tag, vr, value: at + 8, length: short(bytes, at + 6, big) }
  if (at + 12 > bytes.length) return undefined
  return { tag, vr: vr === 'UN' ? (KNOWN_VR[tag] ?? vr) : vr, value: at + 12, length: long(bytes, at + 8, big) }
}

/** The place behind an element; undefined when the bytes end before it does. */
export function endOf(bytes: Buffer, element: Element, syntax: Syntax, depth = 0): number | undefined {
  if (element.length !== UNDEFINED) {
    const end = element.value + element.length
    return end <= bytes.length ? end : undefined
  }
  if (depth === DEEPEST) return undefined
  // An unknown sequence of undefined length is written as implicit, whatever the file is.
  const inner = element.vr === 'UN' && !element.tag.startsWith('fffe') ? { ...syntax, explicit: false } : syntax
  const last = element.tag === ITEM ? ITEM_END : SEQUENCE_END
  let at: number | undefined = element.value
  while (at !== undefined) {
    const next = readElement(bytes, at, inner)
    if (!next) return undefined
    if (next.tag === last) return next.value
    at = endOf(bytes, next, inner, depth + 1)
  }
  return undefined
}
