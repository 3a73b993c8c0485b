/** How the elements of a stretch of the file are written. */
export type Syntax = { explicit: boolean; big: boolean }
export type Element = { tag: string; vr: string; value: number; length: number }

export const UNDEFINED = 0xffffffff
const LONG_VR = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT', 'SV', 'UV'])
/** Implicit and unknown elements carry no value type; these are the binary ones that protocols name. */
const BINARY: Readonly<Record<string, string>> = {
  US: '0018,1310 0028,0002 0028,0006 0028,0010 0028,0011 0028,0100 0028,0101 0028,0102 0028,0103 0028,0106 0028,0107 0028,0120 0054,0011 0054,0021 0054,0051 0054,0061 0054,0071 0054,0081 0054,0101 0054,1330',
  UL: '0020,9057 0020,9128 0020,9157',
  FL: '0018,9351 0018,9352',
  FD: '0018,9073 0018,9082 0018,9087 0018,9089 0018,9098 0018,9305 0018,9306 0018,9307 0018,9309 0018,9310 0018,9311 0018,9345',
}
const KNOWN_VR: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BINARY).flatMap(([vr, tags]) => tags.split(' ').map((tag) => [tag, vr])),
)
/** The first element of a group is its length. */
const knownVr = (tag: string): string => (tag.endsWith(',0000') ? 'UL' : (KNOWN_VR[tag] ?? 'UN'))
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
  if (!explicit || tag.startsWith('fffe')) return { tag, vr: knownVr(tag), value: at + 8, length: long(bytes, at + 4, big) }
  const vr = bytes.toString('latin1', at + 4, at + 6)
  if (!/^[A-Z]{2}$/.test(vr)) return undefined
  if (!LONG_VR.has(vr)) return { tag, vr, value: at + 8, length: short(bytes, at + 6, big) }
  if (at + 12 > bytes.length) return undefined
  return { tag, vr: vr === 'UN' ? knownVr(tag) : vr, value: at + 12, length: long(bytes, at + 8, big) }
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
