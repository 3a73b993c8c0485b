import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import { runChecks } from '../engine.ts'
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

  const NESTED = '1.2.840.10008.1.2.1'
  const explicitFile = (...elements: Buffer[]) =>
    Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), element(2, 0x10, 'UI', even(NESTED)), ...elements])
  const open = (group: number, number: number, vr: string) => {
    const head = Buffer.alloc(12)
    head.writeUInt16LE(group, 0)
    head.writeUInt16LE(number, 2)
    head.write(vr, 4, 'latin1')
    head.writeUInt32LE(0xffffffff, 8)
    return head
  }
  const mark = (number: number, length = 0) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt16LE(0xfffe, 0)
    bytes.writeUInt16LE(number, 2)
    bytes.writeUInt32LE(length, 4)
    return bytes
  }
  const [item, itemEnd, listEnd] = [mark(0xe000, 0xffffffff), mark(0xe00d), mark(0xe0dd)]
  const inner = Buffer.concat([open(8, 0x1115, 'SQ'), item, element(8, 0x60, 'CS', even('XX')), itemEnd, listEnd])

  it.each([
    ['items of undefined length', Buffer.concat([item, inner, itemEnd])],
    ['items of stated length', Buffer.concat([mark(0xe000, inner.length), inner])],
  ])('DICOM: what follows a nested sequence is read, what is inside is not (%s)', (_name, content) => {
    const bytes = explicitFile(
      element(8, 0x60, 'CS', even('MR')),
      open(8, 0x1140, 'SQ'),
      content,
      listEnd,
      element(0x10, 0x20, 'LO', even('S001')),
      element(0x7fe0, 0x10, 'US', short(0)),
    )
    expect(readDicomHeader(bytes)).toMatchObject({ header: { Modality: 'MR', PatientID: 'S001' } })
    expect(readDicomHeader(bytes)?.fault).toBeUndefined()
  })

  it('DICOM: text whose type is unknown is still text, and bytes are none', () => {
    const unknown = (group: number, number: number, value: Buffer) => {
      const head = open(group, number, 'UN')
      head.writeUInt32LE(value.length, 8)
      return Buffer.concat([head, value])
    }
    const { header } = readDicomHeader(
      explicitFile(unknown(0x10, 0x20, even('S001')), unknown(0x11, 0x10, Buffer.from([0, 1, 2, 3])), unknown(0x28, 0x10, short(512))),
    )!
    expect(header).toMatchObject({ PatientID: 'S001', Rows: '512' })
    expect(header['0011,0010']).toBeUndefined()
  })

  const HEX = (text: string) => Buffer.from(text.length % 4 ? `${text}20` : text, 'hex')
  it.each([
    ['ISO_IR 192', Buffer.from('张三^ '), '张三^'],
    ['GB18030', HEX('d5c5c8fd'), '张三'],
    ['GBK', HEX('d5c5c8fd'), '张三'],
    ['\\\\ISO 2022 IR 58', HEX('5a68616e673d1b242941d5c5'), 'Zhang=张'],
    ['ISO_IR 100', Buffer.from('M\u00fcller', 'latin1'), 'Müller'],
    ['ISO 2022 IR 149', HEX('1b242943b1e8'), '김'],
  ])('DICOM: names are in the letters of %s', async (charset, name, expected) => {
    const bytes = explicitFile(element(8, 5, 'CS', even(charset)), element(0x10, 0x10, 'PN', name), element(0x7fe0, 0x10, 'US', short(0)))
    expect((await inspect('name.dcm', bytes)).dicom).toMatchObject({ PatientName: expected })
  })

  it('DICOM: numbers of a file that names no types are numbers, from the file to the verdict of I12', async () => {
    const double = Buffer.alloc(8)
    double.writeDoubleLE(1000)
    const bytes = Buffer.concat([
      Buffer.alloc(128),
      Buffer.from('DICM'),
      element(2, 0x10, 'UI', even('1.2.840.10008.1.2')),
      implicit(8, 0, Buffer.from([12, 0, 0, 0])),
      implicit(0x18, 0x1310, Buffer.concat([short(0), short(256), short(256), short(0)])),
      implicit(0x18, 0x9087, double),
      implicit(0x28, 0x100, short(16)),
      implicit(0x7fe0, 0x10, short(0)),
    ])
    const file = await inspect('numbers.dcm', bytes)
    expect(file.dicom).toMatchObject({ '0018,1310': '0\\256\\256\\0', '0018,9087': '1000', '0028,0100': '16' })
    const database = await openDatabase({ threads: 1 })
    try {
      const fields = [
        { tag: '0028,0100', values: ['16'] },
        { tag: '0018,9087', min: 0, max: 800 },
        { tag: 'Modality', values: ['MR'] },
      ]
      const run = await runChecks({
        database,
        tables: [],
        parameters: [{ id: 'p', check: 'dicom_header', params: { fields } }],
        context: { files: [file] },
      })
      expect(run.results[0]).toMatchObject({ status: 'failed', denominator: 3, violated: 2 })
      const found = await run.violations.first(9)
      expect(found.get('p')?.map(({ field, value, key }) => [field, value, key])).toEqual([
        ['0018,9087', '1000', '{"file":"numbers.dcm"}'],
        ['Modality', '∅', '{"file":"numbers.dcm"}'],
      ])
    } finally {
      await database.close()
    }
  })

  it('DICOM: without a preamble, under any name, and packed', async () => {
    const plain = Buffer.concat([
      element(8, 0x16, 'UI', even('1.2.840.10008.5.1.4.1.1.4')),
      element(8, 0x60, 'CS', even('MR')),
      element(0x10, 0x20, 'LO', even('S001')),
      element(0x7fe0, 0x10, 'US', short(0)),
    ])
    const untyped = Buffer.concat([
      implicit(8, 0x16, even('1.2.840.10008.5.1.4.1.1.4')),
      implicit(8, 0x60, even('MR')),
      implicit(0x10, 0x20, even('S001')),
      implicit(0x7fe0, 0x10, short(0)),
    ])
    for (const [name, bytes] of [
      ['IM0001', plain],
      ['a.dicom', untyped],
      ['a.dcm.gz', gzipSync(plain)],
      ['b.dcm.gz', gzipSync(explicitFile(plain))],
    ] as const)
      expect((await inspect(name, bytes)).dicom, name).toMatchObject({ Modality: 'MR', PatientID: 'S001' })
    expect((await inspect('cut.dcm.gz', gzipSync(plain.subarray(0, 60)))).fault).toBe('truncated_dicom')
    expect((await inspect('words.dcm.gz', gzipSync('no image'))).dicom).toEqual({})
    expect((await inspect('notes', Buffer.from('plain words, no image at all'))).dicom).toBeUndefined()
  })

  it('DICOM: big-endian and deflated files are read', async () => {
    const meta = (syntax: string) => Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), element(2, 0x10, 'UI', even(syntax))])
    const plain = Buffer.concat([
      element(8, 0x60, 'CS', even('MR')),
      element(0x10, 0x20, 'LO', even('S001')),
      element(0x28, 0x10, 'US', short(512)),
    ])
    const expected = { dicom: { Modality: 'MR', PatientID: 'S001', Rows: '512' } }
    expect(await inspect('deflated.dcm', Buffer.concat([meta('1.2.840.10008.1.2.1.99'), deflateRawSync(plain)]))).toMatchObject(expected)
    const swapped = Buffer.concat(
      [
        [8, 0x60, 'CS', even('MR')] as const,
        [0x10, 0x20, 'LO', even('S001')] as const,
        [0x28, 0x10, 'US', short(512).swap16()] as const,
      ].map(([group, number, vr, value]) => {
        const head = Buffer.alloc(8)
        head.writeUInt16BE(group, 0)
        head.writeUInt16BE(number, 2)
        head.write(vr, 4, 'latin1')
        head.writeUInt16BE(value.length, 6)
        return Buffer.concat([head, value])
      }),
    )
    expect(await inspect('big.dcm', Buffer.concat([meta('1.2.840.10008.1.2.2'), swapped]))).toMatchObject(expected)
    const cut = deflateRawSync(plain)
    expect(await inspect('cut.dcm', Buffer.concat([meta('1.2.840.10008.1.2.1.99'), cut.subarray(0, cut.length - 6)]))).toMatchObject({
      fault: 'truncated_dicom',
    })
  })

  it('a DICOM file cut inside an element keeps what came before and says so', async () => {
    const whole = dicom('1.2.840.10008.1.2.1')
    for (let length = 132; length < whole.length; length += 3) expect(() => readDicomHeader(whole.subarray(0, length))).not.toThrow()
    const cut = explicitFile(element(8, 0x60, 'CS', even('MR')), element(0x10, 0x20, 'LO', even('S001')).subarray(0, 10))
    expect(await inspect('cut.dcm', cut)).toMatchObject({ dicom: { Modality: 'MR' }, fault: 'truncated_dicom' })
    const pixels = element(0x7fe0, 0x10, 'US', Buffer.alloc(400))
    expect(await inspect('pixels.dcm', explicitFile(pixels).subarray(0, -200))).toMatchObject({ fault: 'truncated_dicom' })
    expect((await inspect('whole.dcm', explicitFile(pixels))).fault).toBeUndefined()
    const big = Buffer.concat([open(9, 0x10, 'OB').fill(0, 8), Buffer.alloc(2 << 20)])
    big.writeUInt32LE(2 << 20, 8)
    expect(await inspect('big.dcm', explicitFile(big, element(0x10, 0x20, 'LO', even('S001')), pixels))).toMatchObject({
      dicom: { PatientID: 'S001' },
    })
    expect(await inspect('none.dcm', Buffer.alloc(100))).toMatchObject({ dicom: {}, mismatch: { expected: 'dicom', found: 'other' } })
    expect((await inspect('odd.dcm', Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]))).fault).toBe('truncated_dicom')
  })
})
