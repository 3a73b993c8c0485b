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

const LONG_VR = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT', 'SV', 'UV'])
const NUMBERS: Readonly<Record<string, { size: number; read: (bytes: Buffer, at: number) => number }>> = {
  US: { size: 2, read: (bytes, at) => bytes.readUInt16LE(at) },
  SS: { size: 2, read: (bytes, at) => bytes.readInt16LE(at) },
  UL: { size: 4, read: (bytes, at) => bytes.readUInt32LE(at) },
  SL: { size: 4, read: (bytes, at) => bytes.readInt32LE(at) },
  FL: { size: 4, read: (bytes, at) => bytes.readFloatLE(at) },
  FD: { size: 8, read: (bytes, at) => bytes.readDoubleLE(at) },
}
/** Implicit files carry no value types; these two are the only binary ones among the names above. */
const IMPLICIT_VR: Readonly<Record<string, string>> = { '0028,0010': 'US', '0028,0011': 'US' }
const UNDEFINED = 0xffffffff
const LONGEST = 1024

type Element = { tag: string; vr: string; value: number; length: number }

/** Header elements of a DICOM file up to the pixels, as text; undefined when it is none or is written in a syntax nobody sends (big endian, deflated). */
export function readDicomHeader(bytes: Buffer): Record<string, string> | undefined {
  if (bytes.length < 140 || bytes.toString('latin1', 128, 132) !== 'DICM') return undefined
  const header: Record<string, string> = {}
  let at = 132
  let explicit = true
  let syntax = ''
  while (at + 8 <= bytes.length) {
    const meta = bytes.readUInt16LE(at) === 0x0002
    if (!meta && syntax !== '') {
      if (syntax === '1.2.840.10008.1.2.2' || syntax === '1.2.840.10008.1.2.1.99') return undefined
      explicit = syntax !== '1.2.840.10008.1.2'
    }
    const element = readElement(bytes, at, meta || explicit)
    if (!element || element.tag >= '7fe0') break
    if (element.length === UNDEFINED) {
      const end = skipSequence(bytes, element.value)
      if (end === -1) break
      at = end
      continue
    }
    if (element.value + element.length > bytes.length) break
    const text = element.vr === 'SQ' || element.length > LONGEST ? undefined : textOf(bytes, element)
    if (element.tag === '0002,0010' && text !== undefined) syntax = text
    if (text !== undefined) {
      header[element.tag] = text
      const keyword = KEYWORDS[element.tag]
      if (keyword) header[keyword] = text
    }
    at = element.value + element.length
  }
  return header
}

function readElement(bytes: Buffer, at: number, explicit: boolean): Element | undefined {
  const tag = `${hex(bytes.readUInt16LE(at))},${hex(bytes.readUInt16LE(at + 2))}`
  if (!explicit) return { tag, vr: IMPLICIT_VR[tag] ?? 'LO', value: at + 8, length: bytes.readUInt32LE(at + 4) }
  const vr = bytes.toString('latin1', at + 4, at + 6)
  if (!/^[A-Z]{2}$/.test(vr)) return undefined
  if (!LONG_VR.has(vr)) return { tag, vr, value: at + 8, length: bytes.readUInt16LE(at + 6) }
  return at + 12 > bytes.length ? undefined : { tag, vr, value: at + 12, length: bytes.readUInt32LE(at + 8) }
}

const hex = (value: number): string => value.toString(16).padStart(4, '0')

/** Sequences of undefined length nest; the delimiter that belongs to this one is the first at depth zero. */
function skipSequence(bytes: Buffer, from: number): number {
  const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])
  const at = bytes.indexOf(end, from)
  return at === -1 ? -1 : at + 8
}

function textOf(bytes: Buffer, { vr, value, length }: Element): string | undefined {
  const number = NUMBERS[vr]
  if (number) {
    const list = Array.from({ length: Math.floor(length / number.size) }, (_, index) =>
      String(number.read(bytes, value + index * number.size)),
    )
    return list.join('\\')
  }
  if (vr.startsWith('O') || vr === 'UN') return undefined
  return bytes
    .toString('utf8', value, value + length)
    .replace(/[\0 ]+$/, '')
    .trim()
}
