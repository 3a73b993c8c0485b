import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useStage } from './testing/use-stage.ts'

const stage = useStage()

describe('NIfTI', () => {
  const image = (version: 1 | 2, little: boolean) => {
    const one = version === 1
    const bytes = Buffer.alloc((one ? 352 : 544) + 2 * 3 * 4 * 2)
    const put = (value: number, at: number, size: number) =>
      little ? bytes.writeIntLE(value, at, size) : bytes.writeIntBE(value, at, size)
    const wide = (value: number, at: number) =>
      little ? bytes.writeBigInt64LE(BigInt(value), at) : bytes.writeBigInt64BE(BigInt(value), at)
    const real = (value: number, at: number) =>
      one
        ? little
          ? bytes.writeFloatLE(value, at)
          : bytes.writeFloatBE(value, at)
        : little
          ? bytes.writeDoubleLE(value, at)
          : bytes.writeDoubleBE(value, at)
    put(one ? 348 : 540, 0, 4)
    for (const [axis, length] of [3, 2, 3, 4].entries())
      if (one) put(length, 40 + axis * 2, 2)
      else wide(length, 16 + axis * 8)
    for (const [axis, length] of [1, 0.9, 0.9, 5].entries()) real(length, one ? 76 + axis * 4 : 104 + axis * 8)
    put(4, one ? 70 : 12, 2)
    put(16, one ? 72 : 14, 2)
    if (one) real(352, 108)
    else wide(544, 168)
    if (one) bytes.writeUInt8(10, 123)
    else put(10, 500, 4)
    bytes.write('T1 轴位', one ? 148 : 240)
    bytes.write(one ? 'n+1\0' : 'n+2\0\r\n\x1a\n', one ? 344 : 4, 'latin1')
    return bytes
  }

  it.each([
    [1, true],
    [1, false],
    [2, true],
    [2, false],
  ] as const)('version %i, little-endian %s: the head is a table of one row', async (version, little) => {
    const { table, cells } = await stage('t1.nii.gz', gzipSync(image(version, little)))
    const row = Object.fromEntries(table.columns.map((column, index) => [column, cells[0]?.[index]]))
    expect(row).toMatchObject({
      version: String(version),
      dimensions: '3',
      dim_1: '2',
      dim_3: '4',
      dim_4: null,
      pixdim_1: '0.9',
      pixdim_3: '5',
    })
    expect(row).toMatchObject({ datatype: 'int16', space_unit: 'mm', time_unit: 's', description: 'T1 轴位' })
    expect(table).toMatchObject({ name: 't1', rows: 1, source: { format: 'nifti' } })
    expect(table.source.about).toMatchObject({
      niftiVersion: String(version),
      size: '2 × 3 × 4',
      spacing: '0.9 × 0.9 × 5',
      datatype: 'int16',
    })
  })

  it('voxels that are not there, and a head that makes no sense, are named', async () => {
    const whole = image(1, true)
    await expect(stage('cut.nii', whole.subarray(0, whole.length - 1))).rejects.toMatchObject({ code: 'damaged_file' })
    const odd = Buffer.from(whole)
    odd.writeInt16LE(9, 70)
    await expect(stage('odd.nii', odd)).rejects.toMatchObject({ code: 'damaged_file' })
    await expect(stage('no.nii', 'nothing')).rejects.toMatchObject({ name: 'QcInputError' })
  })
})
