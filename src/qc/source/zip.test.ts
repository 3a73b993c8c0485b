import { expect, it } from 'vitest'
import { useStage } from './testing/use-stage.ts'
import { writeZip } from './testing/write-zip.ts'

const stage = useStage()

const csv = 'a,b\n1,2\n3,4\n'
const both = [
  ['1', '2'],
  ['3', '4'],
]

it.each([
  ['packed', writeZip([{ name: 'labs.csv', content: csv }])],
  ['stored, with a comment', writeZip([{ name: 'labs.csv', content: csv, store: true }], 'PK\x05\x06 made by hand')],
  [
    'beside what a Mac adds',
    writeZip([
      { name: 'x/', content: '', store: true },
      { name: 'x/labs.csv', content: csv },
      { name: '__MACOSX/x/._labs.csv', content: 'zz' },
      { name: 'x/.DS_Store', content: 'zz' },
    ]),
  ],
])('the one table of a zip is read: %s', async (_name, bytes) => {
  const { table, cells } = await stage('labs.zip', bytes)
  expect([table.name, table.source.format, cells]).toEqual(['labs', 'csv', both])
})

it('the ending of the member says what it is', async () => {
  const { table, cells } = await stage('x.zip', writeZip([{ name: 'x.ndjson', content: '{"a":1}\n{"a":2}\n' }]))
  expect([table.source.format, cells]).toEqual(['ndjson', [['1'], ['2']]])
})

const one = writeZip([{ name: 'labs.csv', content: csv }])
const changed = (at: number, byte: number): Buffer => {
  const bytes = Buffer.from(one)
  bytes[at] = byte
  return bytes
}
it.each([
  [
    'two tables',
    writeZip([
      { name: 'a.csv', content: csv },
      { name: 'b.csv', content: csv },
    ]),
    'many_members',
    'a.csv, b.csv',
  ],
  ['none', writeZip([{ name: 'x/', content: '', store: true }]), 'many_members', 'no file'],
  ['an encrypted one', writeZip([{ name: 'a.csv', content: csv, flags: 1 }]), 'encrypted', 'decrypt'],
  ['a cut archive', one.subarray(0, one.length - 30), 'damaged_zip', 'incomplete'],
  ['a wrong checksum', changed(14, 0x55), 'damaged_zip', 'damaged'],
  ['damaged data', changed(40, 0xff), 'damaged_zip', 'damaged'],
])('%s is refused by name', async (_name, bytes, code, words) => {
  // The checksum that counts stands in the directory at the end.
  const directory = Buffer.from(bytes)
  if (_name === 'a wrong checksum') directory[directory.indexOf('PK\x01\x02') + 16]! ^= 1
  await expect(stage('labs.zip', directory)).rejects.toMatchObject({
    name: 'QcInputError',
    code,
    message: expect.stringContaining(words),
  })
})
