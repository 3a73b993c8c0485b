import type { About } from '../table.ts'
import { trimEnd } from '../trim.ts'
import { BinaryFile } from './binary-file.ts'
import type { CsvCell } from './csv-parser.ts'
import { loadRows, type ReadContext, type Reading } from './reading.ts'
import { floatText } from './statistics-file.ts'

const DATATYPES: Readonly<Record<number, { name: string; bits: number }>> = {
  1: { name: 'binary', bits: 1 },
  2: { name: 'uint8', bits: 8 },
  4: { name: 'int16', bits: 16 },
  8: { name: 'int32', bits: 32 },
  16: { name: 'float32', bits: 32 },
  32: { name: 'complex64', bits: 64 },
  64: { name: 'float64', bits: 64 },
  128: { name: 'rgb24', bits: 24 },
  256: { name: 'int8', bits: 8 },
  512: { name: 'uint16', bits: 16 },
  768: { name: 'uint32', bits: 32 },
  1024: { name: 'int64', bits: 64 },
  1280: { name: 'uint64', bits: 64 },
  1536: { name: 'float128', bits: 128 },
  1792: { name: 'complex128', bits: 128 },
  2048: { name: 'complex256', bits: 256 },
  2304: { name: 'rgba32', bits: 32 },
}
const SPACE: Readonly<Record<number, string>> = { 1: 'm', 2: 'mm', 3: 'um' }
const TIME: Readonly<Record<number, string>> = { 8: 's', 16: 'ms', 24: 'us', 32: 'hz', 40: 'ppm', 48: 'rads' }

export const NIFTI_COLUMNS = [
  'version',
  'dimensions',
  ...[1, 2, 3, 4, 5, 6, 7].map((axis) => `dim_${axis}`),
  ...[1, 2, 3, 4].map((axis) => `pixdim_${axis}`),
  'datatype',
  'space_unit',
  'time_unit',
  'slope',
  'intercept',
  'qform_code',
  'sform_code',
  'description',
]

/** The head of a NIfTI image as a table of one row; whether all its voxels are there is looked at, their values are not. */
export const readNifti = (context: ReadContext): Promise<Reading> =>
  BinaryFile.use(context.path, context.shownAs, 'NIfTI', async (file) => {
    const head = await file.read(0, Math.min(file.size, 540))
    const little = head.length >= 4 && (head.readInt32LE() === 348 || head.readInt32LE() === 540)
    const size = head.length < 4 ? 0 : little ? head.readInt32LE() : head.readInt32BE()
    if ((size !== 348 && size !== 540) || head.length < size) throw file.damaged({ zh: '文件头有误', en: 'its head makes no sense' })
    const found = fieldsOf(head, little, size === 540 ? 2 : 1)
    const { dimensions, sizes, type, bits, offset, isSingle, cells } = found
    const known = DATATYPES[type]
    if (!known || known.bits !== bits || dimensions < 1 || dimensions > 7 || sizes.some((length) => length < 1))
      throw file.damaged({ zh: '维数或数据类型有误', en: 'its dimensions or its data type make no sense' })
    const bytes = Math.ceil((sizes.reduce((product, length) => product * length, 1) * bits) / 8)
    if (isSingle && !(offset >= size && offset + bytes <= file.size))
      throw file.damaged({ zh: `应有 ${bytes} 字节的体素，文件在此之前结束`, en: `it ends before its ${bytes} bytes of voxels do` })
    const row = async function* (): AsyncGenerator<CsvCell[]> {
      yield cells(known.name)
    }
    const loaded = await loadRows(context, NIFTI_COLUMNS, row())
    return {
      columns: NIFTI_COLUMNS,
      ...loaded,
      facts: { header: NIFTI_COLUMNS, independentRows: 1, about: aboutOf(cells(known.name)), notes: [] },
    }
  })

/** The row as facts of the image; what it leaves blank is left out, sizes and spacings stand together. */
function aboutOf(row: readonly CsvCell[]): About {
  const cell = new Map(NIFTI_COLUMNS.map((name, index) => [name, row[index] ?? '']))
  const joined = (stem: string) =>
    [1, 2, 3, 4, 5, 6, 7]
      .map((axis) => cell.get(`${stem}_${axis}`) ?? '')
      .filter(Boolean)
      .join(' × ')
  const named = {
    niftiVersion: cell.get('version') ?? '',
    size: joined('dim'),
    spacing: joined('pixdim'),
    datatype: cell.get('datatype') ?? '',
    spaceUnit: cell.get('space_unit') ?? '',
    timeUnit: cell.get('time_unit') ?? '',
    qform: cell.get('qform_code') ?? '',
    sform: cell.get('sform_code') ?? '',
    description: cell.get('description') ?? '',
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''))
}

/** Version 1 has short numbers, version 2 long ones, in another order. */
function fieldsOf(head: Buffer, little: boolean, version: 1 | 2) {
  const i16 = (at: number) => (little ? head.readInt16LE(at) : head.readInt16BE(at))
  const i32 = (at: number) => (little ? head.readInt32LE(at) : head.readInt32BE(at))
  const i64 = (at: number) => Number(little ? head.readBigInt64LE(at) : head.readBigInt64BE(at))
  const f32 = (at: number) => (little ? head.readFloatLE(at) : head.readFloatBE(at))
  const f64 = (at: number) => (little ? head.readDoubleLE(at) : head.readDoubleBE(at))
  const isFirst = version === 1
  const dim = (axis: number) => (isFirst ? i16(40 + axis * 2) : i64(16 + axis * 8))
  const real = (one: number, two: number): CsvCell => {
    const value = isFirst ? f32(one) : f64(two)
    return Number.isNaN(value) ? null : isFirst ? floatText(value) : String(value)
  }
  const dimensions = dim(0)
  const axes = [1, 2, 3, 4, 5, 6, 7]
  const units = isFirst ? (head[123] as number) : i32(500)
  const mark = isFirst ? head.toString('latin1', 344, 347) : head.toString('latin1', 4, 7)
  const text = trimEnd(head.toString('utf8', isFirst ? 148 : 240, isFirst ? 228 : 320).split('\0', 1)[0] ?? '', ' ')
  const cells = (datatype: string): CsvCell[] => [
    String(version),
    String(dimensions),
    ...axes.map((axis) => (axis <= dimensions ? String(dim(axis)) : null)),
    ...axes.slice(0, 4).map((axis) => (axis <= dimensions ? real(76 + axis * 4, 104 + axis * 8) : null)),
    datatype,
    SPACE[units & 7] ?? null,
    TIME[units & 56] ?? null,
    real(112, 176),
    real(116, 184),
    String(isFirst ? i16(252) : i32(344)),
    String(isFirst ? i16(254) : i32(348)),
    text || null,
  ]
  return {
    dimensions,
    sizes: axes.slice(0, Math.max(0, Math.min(7, dimensions))).map(dim),
    type: isFirst ? i16(70) : i16(12),
    bits: isFirst ? i16(72) : i16(14),
    offset: isFirst ? f32(108) : i64(168),
    isSingle: mark.startsWith('n+'),
    cells,
  }
}
