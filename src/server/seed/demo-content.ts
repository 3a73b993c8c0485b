import { deflateRawSync, gzipSync, inflateSync } from 'node:zlib'

/** 120 visits as an old hospital system exports them, in GB18030: Node writes no such text. */
const GB18030 =
  'eNp9lk1rVDEUhveC/+Qsbr6T3yHMD6wLwZ0itBWki9YuRihOa6uUguDCjVvduTCZec/Em5NkVabnMvfwJu/zzPZp++X+O51ebu/o4np7S9v7T39257T9ef8x/3lz9vXk+bMXy7Io2mh6//vm792vm5' +
  'cP3x5Obj/sXl1ckzKBgqHDQ5o2hq4eTx8uH8tIWYoeI0MbS5+vdq/Pn672Q6coJQwtbVz3y3WkoPGQo43/78vz5+gw8rRRqy+3mlLEMIw2V4mCwkNxvbnzFC1Gqd3cGErhMFTLaPM8CQseUuvNbaCI' +
  'xJRuN9eWEjJTZrR5Pg2P7HLGq81NpIjElGs3z/9JyEz50eZOk0d2Kqw314miorN3b38cxrHdPp9EQm453cH21pBHfnpZb58/R6SmlbgxgRJy03q0vbHkkZ826+3zOQSkllNub0ykhNy0G22eJx75ab' +
  '/ePN/9gNR0EDcmUcJNyzd6dGM8eWSXc15t7gwFJGaWdvP8n4TMzLCluQUe2ZmmpdZSQGJGtDSfQkRmZthSF8nrei1M09T8OSA1I5qaGxCRmxk21SbyyM80Tc3nEJCaEU3N1InIzQ6bmice+dmmqaqy' +
  'zYqmuko3O2yqqZSzTVOXyjYrmmor3eywqbpSzjZNdZVtVrTUVLrZYUtVpZxrWuoq25xoqd7T7XgZ3LCpSyWda5pqK9+caKqqhHPDprpKOtc01VS+OdHUZU+4w3DYVFsp55qm6so2L5q6VLr5mU+Zcl' +
  '76lNnmez5luvmZT5lyXvqU2eZ7PmW6+ZlPmXJe+jQvdbwUvudUJlyYOZVJF6RTmW+h51QmXJg5lUkXpFM9Ugs9pzLdwsypTLkgncpsCz2fMt3CzKdMuSh9ymyLPZ8y3eLMp0y5KH3KbIs9nzLd4syn' +
  'eXi8FlE6lfkWe05lwsWZU5l0UTqV+ZZ6TmXCpZlT+Xdckk5ltqWeU5luaeZUplySPmW2pZ5PmW5p5lOmXJI+Zbalnk9Bt8KysU9BudKp1qdgWzlb6dMMHr4M5V1jp4J0xSGtU8G3wjPpVBCu9GrsVJ' +
  'CunG/rVPCtvEc6Fb/eikPGTgXlCstap4JtpVfSqaBbOd+xT0G58p7Wp2BbcYj0KehWWDb2KShXOtX6FGwr5yt9CrqV94x9CsoVh7Q+zdU/Xgrdc+qecP8AjzFQSA=='
/** Forty subjects as SAS hands them over (transport, version 5). */
const XPT =
  'eNqtk2tPwjAUhgd+wT+hxWtEJd0YV43asQIjDMwKRj8qIaiJ0XhJ/Plm9OwNQdAxeL9sfXq6POdkbUnhyoAFst4L3JxOx3MCEdyx1vReVof/GcaUUCzM1LPjOYxV8/Zk3fG6g1u2OGap27uxSjVeqX' +
  'Fe43x2zVZMa06/vvQdGbB4/ZolvNl8/vdcVQ+u+8FK83N9Fs3PFX0Re37/zXN23x29vI7f798en4YfSefXFb5U//VbmN+vkTYMI2OkBmrgtD2Xqa+H59HwM3Z/BmV2nSihS8pIK6knrEbfS/1bC1wy' +
  'iVxSk5Mboikn3xLj0TpcNpOorPu+9Rz1ey/u/eDcDM/6zpaWU5xbIWg4+wAFXXECYOuKAkBRV9QASrpCAJR1RQugoit2AKq64igCJtcVHIBMywBkegFAphKATLcByPQAgExPAcjUBiDTMwAydSJgka' +
  'kHQKa7AGSaAyBTE4BMKwBkeglApg0AMmUAZHoIQKb5CBTItAhApucAZFoHINM2AJnuAZDpMQCZWgBkWgUg0ysAMm1GwCbT7HJ35gdnRgxR'
const unpacked = (text: string): Buffer => inflateSync(Buffer.from(text, 'base64'))

const fastq = (reads: number): Buffer =>
  Buffer.from(
    Array.from({ length: reads }, (_, i) => {
      const length = 42 + ((i * 7) % 19)
      const bases = Array.from({ length }, (__, at) => 'ACGT'.charAt((i * 7 + at * 3 + (at % 5)) % 4)).join('')
      return `@A00123:45:HXXDSX:1:1101:${1000 + i}:${2000 + i} 1:N:0:ATCACG\n${bases}\n+\n${'I'.repeat(length - 10)}${'9'.repeat(10)}\n`
    }).join(''),
  )

const even = (text: string): Buffer => Buffer.from(text.length % 2 ? `${text} ` : text)
const element = (group: number, number: number, vr: string, value: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, value])
}
/** The head of a slice and a few pixels, without anybody's name. */
const dicom = (): Buffer =>
  Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(2, 0x10, 'UI', even('1.2.840.10008.1.2.1')),
    element(8, 0x20, 'DA', even('20261102')),
    element(8, 0x60, 'CS', even('MR')),
    element(8, 0x70, 'LO', even('Demo Imaging')),
    element(8, 0x1030, 'LO', even('Brain MRI, visit 3')),
    element(8, 0x103e, 'LO', even('T1 MPRAGE axial')),
    element(8, 0x1090, 'LO', even('Model 3T')),
    element(0x10, 0x20, 'LO', even('S0012')),
    element(0x10, 0x40, 'CS', even('F')),
    element(0x10, 0x1010, 'AS', even('057Y')),
    element(0x18, 0x15, 'CS', even('BRAIN')),
    element(0x18, 0x50, 'DS', even('1.25')),
    element(0x18, 0x80, 'DS', even('2300')),
    element(0x18, 0x81, 'DS', even('2.98')),
    element(0x18, 0x87, 'DS', even('3')),
    element(0x18, 0x1314, 'DS', even('9')),
    element(0x20, 0x11, 'IS', even('4')),
    element(0x20, 0x13, 'IS', even('1')),
    element(0x28, 0x10, 'US', Buffer.from([4, 0])),
    element(0x28, 0x11, 'US', Buffer.from([4, 0])),
    element(0x28, 0x30, 'DS', even('0.9\\0.9')),
  ])

/** One page with one line; the table of its parts is counted, so that any reader takes it. */
const pdf = (): Buffer => {
  const text = 'BT /F1 18 Tf 72 720 Td (Monitoring report 03) Tj ET'
  const parts = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let body = '%PDF-1.4\n'
  const places = parts.map((part, i) => {
    const at = body.length
    body += `${i + 1} 0 obj${part}endobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(`${body}${table}trailer<</Size ${parts.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`)
}

/** The line broke: half of a packed file. */
const cut = (): Buffer => {
  const whole = gzipSync(deflateRawSync(fastq(200)))
  return whole.subarray(0, Math.floor(whole.length / 2))
}

/** Days ago, name, content: one of each kind that people send. */
export const DEMO_DATAFILES: readonly [number, string, () => Buffer][] = [
  [12, '门诊随访 2026-10.csv', () => unpacked(GB18030)],
  [10, 'dm.xpt', () => unpacked(XPT)],
  [8, 'S0012_R1.fastq', () => fastq(400)],
  [6, 'S0012_T1_slice01.dcm', dicom],
  [3, '监查报告 03.pdf', pdf],
  [1, 'S0013_R1.fastq.gz', cut],
]
