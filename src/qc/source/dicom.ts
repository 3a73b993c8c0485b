import { constants, inflateRawSync } from 'node:zlib'
import { textsOf } from './dicom-charset.ts'
import { endOf, long, readElement, short, UNDEFINED, type Element, type Syntax } from './dicom-element.ts'
import { trimEnd } from '../trim.ts'

/** Names people use in protocols; every other element is reachable by its tag, e.g. 0018,0050. */
const KEYWORDS: Readonly<Record<string, string>> = {
  '0008,0016': 'SOPClassUID',
  '0008,0020': 'StudyDate',
  '0008,0021': 'SeriesDate',
  '0008,0060': 'Modality',
  '0008,0070': 'Manufacturer',
  '0008,0080': 'InstitutionName',
  '0008,103e': 'SeriesDescription',
  '0008,1030': 'StudyDescription',
  '0008,1090': 'ManufacturerModelName',
  '0010,0010': 'PatientName',
  '0010,0020': 'PatientID',
  '0010,0030': 'PatientBirthDate',
  '0010,0040': 'PatientSex',
  '0010,1010': 'PatientAge',
  '0018,0015': 'BodyPartExamined',
  '0018,0050': 'SliceThickness',
  '0018,0060': 'KVP',
  '0018,0080': 'RepetitionTime',
  '0018,0081': 'EchoTime',
  '0018,0082': 'InversionTime',
  '0018,0087': 'MagneticFieldStrength',
  '0018,0088': 'SpacingBetweenSlices',
  '0018,1030': 'ProtocolName',
  '0018,1314': 'FlipAngle',
  '0020,000d': 'StudyInstanceUID',
  '0020,000e': 'SeriesInstanceUID',
  '0020,0011': 'SeriesNumber',
  '0020,0013': 'InstanceNumber',
  '0028,0010': 'Rows',
  '0028,0011': 'Columns',
  '0028,0030': 'PixelSpacing',
}

const NUMBERS: Readonly<Record<string, { size: number; read: (bytes: Buffer, at: number, big: boolean) => number }>> = {
  US: { size: 2, read: short },
  SS: { size: 2, read: (bytes, at, big) => (big ? bytes.readInt16BE(at) : bytes.readInt16LE(at)) },
  UL: { size: 4, read: long },
  SL: { size: 4, read: (bytes, at, big) => (big ? bytes.readInt32BE(at) : bytes.readInt32LE(at)) },
  FL: { size: 4, read: (bytes, at, big) => (big ? bytes.readFloatBE(at) : bytes.readFloatLE(at)) },
  FD: { size: 8, read: (bytes, at, big) => (big ? bytes.readDoubleBE(at) : bytes.readDoubleLE(at)) },
}
const IMPLICIT = '1.2.840.10008.1.2'
const BIG_ENDIAN = '1.2.840.10008.1.2.2'
const DEFLATED = '1.2.840.10008.1.2.1.99'
const META: Syntax = { explicit: true, big: false }
const START = 132
const CHARSET = '0008,0005'
const PIXELS = 0x7fe0
const LONGEST = 1024
const LARGEST_UNPACKED = 1 << 30

/** Where the elements begin: behind the preamble, or at once, as older systems write them. */
export function startOfDicom(bytes: Buffer): number | undefined {
  if (bytes.length >= START && bytes.toString('latin1', START - 4, START) === 'DICM') return START
  if (bytes.length < 16) return undefined
  const group = short(bytes, 0, false)
  return group === 2 || group === 8 ? syntaxOf(bytes, 0) && 0 : undefined
}

/** How the element there is written, where no line before it says so: two in a row must make sense. */
function syntaxOf(bytes: Buffer, at: number): Syntax | undefined {
  return [true, false]
    .map((explicit): Syntax => ({ explicit, big: false }))
    .find((syntax) => {
      const first = readElement(bytes, at, syntax)
      const end = first && isPlausible(first) ? first.value + first.length : undefined
      const next = end === undefined ? undefined : readElement(bytes, end, syntax)
      return next !== undefined && isPlausible(next) && next.tag > (first?.tag ?? '')
    })
}
const isPlausible = ({ tag, length }: Element): boolean => /^(?:0002|0008),00/.test(tag) && length % 2 === 0 && length <= LONGEST

export type DicomHeader = { header: Record<string, string>; fault?: 'truncated_dicom' }

/**
 * Header elements of a DICOM file up to the pixels, as text; undefined when it is none. `more` bytes of the file follow the given ones:
 * pixels may lie there, elements of the header may not.
 */
export function readDicomHeader(bytes: Buffer, more = 0): DicomHeader | undefined {
  const start = startOfDicom(bytes)
  if (start === undefined) return undefined
  const header: Record<string, string> = {}
  const meta = readElements(bytes, start, META, header, (group) => group === 2)
  const transfer = header['0002,0010']
  if (meta.cut || meta.end >= bytes.length) return { header, fault: 'truncated_dicom' }
  const bare = transfer === undefined ? syntaxOf(bytes, meta.end) : undefined
  const syntax = bare ?? { explicit: transfer !== IMPLICIT, big: transfer === BIG_ENDIAN }
  const packed = transfer === DEFLATED
  const unpacked = packed ? inflate(bytes.subarray(meta.end), more === 0) : { bytes, cut: false }
  const body = readElements(unpacked.bytes, packed ? 0 : meta.end, syntax, header, (group) => group < PIXELS)
  const cut = unpacked.cut || body.cut || arePixelsCut(unpacked.bytes, body.end, syntax, more)
  return cut ? { header, fault: 'truncated_dicom' } : { header }
}

/** Pixels in pieces name no length: their end is looked for only where the whole file is at hand. */
function arePixelsCut(bytes: Buffer, at: number, syntax: Syntax, more: number): boolean {
  if (at >= bytes.length) return false
  const pixels = readElement(bytes, at, syntax)
  if (!pixels) return more === 0
  if (pixels.length === UNDEFINED) return more === 0 && endOf(bytes, pixels, syntax) === undefined
  return pixels.value + pixels.length > bytes.length + more
}

/** Elements while `wanted`; `cut` when the bytes end, or stop being elements, before that. */
function readElements(bytes: Buffer, from: number, syntax: Syntax, into: Record<string, string>, wanted: (group: number) => boolean) {
  let at = from
  let decode = textsOf(into[CHARSET])
  while (at < bytes.length) {
    if (at + 2 <= bytes.length && !wanted(short(bytes, at, syntax.big))) break
    const element = readElement(bytes, at, syntax)
    const end = element && endOf(bytes, element, syntax)
    if (!element || end === undefined) return { end: at, cut: true }
    const text = element.length > LONGEST ? undefined : textOf(bytes, element, syntax, decode)
    if (text !== undefined) {
      into[element.tag] = text
      const keyword = KEYWORDS[element.tag]
      if (keyword) into[keyword] = text
      if (element.tag === CHARSET) decode = textsOf(text)
    }
    at = end
  }
  return { end: at, cut: false }
}

/** What can be unpacked; `cut` when that is not all of it although it should be. */
function inflate(bytes: Buffer, isWhole: boolean): { bytes: Buffer; cut: boolean } {
  const limits = { maxOutputLength: LARGEST_UNPACKED }
  try {
    if (isWhole) return { bytes: inflateRawSync(bytes, limits), cut: false }
  } catch {
    // What came before the damage is still worth reading.
  }
  try {
    return { bytes: inflateRawSync(bytes, { ...limits, finishFlush: constants.Z_SYNC_FLUSH }), cut: isWhole }
  } catch {
    return { bytes: Buffer.alloc(0), cut: true }
  }
}

const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/

function textOf(bytes: Buffer, { vr, value, length }: Element, { big }: Syntax, decode: (bytes: Uint8Array) => string): string | undefined {
  const number = NUMBERS[vr]
  if (number) {
    const list = Array.from({ length: Math.floor(length / number.size) }, (_, index) =>
      String(number.read(bytes, value + index * number.size, big)),
    )
    return list.join('\\')
  }
  if (vr.startsWith('O') || vr === 'SQ') return undefined
  const text = trimEnd(decode(bytes.subarray(value, value + length)), '\0 ').trim()
  return vr === 'UN' && CONTROL.test(text) ? undefined : text
}
