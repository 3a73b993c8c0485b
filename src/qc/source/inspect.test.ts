import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDicomHeader } from './dicom.ts'
import { inspectFile } from './inspect.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'qc-inspect-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function inspect(name: string, content: string | Uint8Array) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return inspectFile(file)
}

const element = (group: number, number: number, vr: string, value: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, value])
}
const implicit = (group: number, number: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.writeUInt32LE(value.length, 4)
  return Buffer.concat([head, value])
}
const even = (text: string): Buffer => Buffer.from(text.length % 2 ? `${text} ` : text)
const short = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const sequence = Buffer.from([
  0x08, 0, 0x40, 0x11, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0, 0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0,
])

function dicom(syntax: string): Buffer {
  const explicit = syntax !== '1.2.840.10008.1.2'
  const make = (group: number, number: number, vr: string, value: Buffer) =>
    explicit ? element(group, number, vr, value) : implicit(group, number, value)
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(2, 0x10, 'UI', even(syntax)),
    make(8, 0x60, 'CS', even('MR')),
    ...(explicit ? [sequence] : []),
    make(0x10, 0x20, 'LO', even('S001')),
    make(0x18, 0x50, 'DS', even('1.25')),
    make(0x28, 0x10, 'US', short(512)),
    make(0x7fe0, 0x10, 'OW', Buffer.alloc(0)),
  ])
}

describe('files beside tables', () => {
  it('compares content with name', async () => {
    expect(await inspect('a.xlsx', '%PDF-1.7\n%%EOF')).toMatchObject({ mismatch: { expected: 'zip', found: 'pdf' } })
    expect(await inspect('b.csv', 'a,b\n')).toMatchObject({ encoding: 'utf-8' })
    expect((await inspect('b.csv', 'a,b\n')).mismatch).toBeUndefined()
    expect(await inspect('c.gz', 'plain')).toMatchObject({ mismatch: { expected: 'gzip', found: 'other' } })
  })

  it('finds what was cut off', async () => {
    const whole = gzipSync('x'.repeat(100_000))
    expect((await inspect('whole.fastq.gz', whole)).fault).toBeUndefined()
    expect(await inspect('cut.fastq.gz', whole.subarray(0, whole.length - 8))).toMatchObject({ fault: 'truncated_gzip' })
    expect(await inspect('cut.pdf', '%PDF-1.7\nhalf')).toMatchObject({ fault: 'truncated_pdf' })
    expect(await inspect('cut.parquet', 'PAR1....')).toMatchObject({ fault: 'truncated_parquet' })
  })

  it.each(['1.2.840.10008.1.2.1', '1.2.840.10008.1.2'])('reads the DICOM header in syntax %s', async (syntax) => {
    const { dicom: header } = await inspect('1.dcm', dicom(syntax))
    expect(header).toMatchObject({ Modality: 'MR', PatientID: 'S001', SliceThickness: '1.25', Rows: '512', '0018,0050': '1.25' })
  })

  it('a DICOM file cut inside an element keeps what came before', () => {
    const whole = dicom('1.2.840.10008.1.2.1')
    for (let length = 132; length < whole.length; length += 3) expect(() => readDicomHeader(whole.subarray(0, length))).not.toThrow()
  })
})
