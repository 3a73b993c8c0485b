import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { QcInputError } from './input-error.ts'
import { refuseUnpacked, withinLimits } from './unpack-limit.ts'
import { damagedZip, dataStart, zipMembers, type ZipMember } from './zip.ts'

/** A workbook is held in memory as it is, and all of it but the rows of a streamed sheet unpacked as well. */
const MOST_PACKED = 1 << 30
const MOST_HELD = 512 << 20
const MOST_SHEET = 2 ** 31 - 1
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/

const tooLarge = (file: string) =>
  new QcInputError(
    'workbook_too_large',
    { file },
    { zh: '工作簿太大，不能打开，请另存为 CSV 再交', en: 'the workbook is too large to be opened; save it as CSV and give that' },
  )

/** What a workbook unpacks to, once its own words about it are proved. Its reader would believe them and fill the memory. */
export async function unpackedSize(path: string, file: string): Promise<number> {
  const { size } = await stat(path)
  if (size > MOST_PACKED) throw tooLarge(file)
  const members = await zipMembers(path, file)
  const held = members.filter(({ name }) => !SHEET.test(name)).reduce((sum, member) => sum + member.size, 0)
  const total = members.reduce((sum, member) => sum + member.size, 0)
  refuseUnpacked(total, size, file)
  if (held > MOST_HELD || members.some((member) => member.size > MOST_SHEET)) throw tooLarge(file)
  for (const member of members) if (member.method === 8 && member.packed > 0) await prove(path, member, file)
  return total
}

async function prove(path: string, member: ZipMember, file: string): Promise<void> {
  const start = await dataStart(path, member, file)
  let size = 0
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > member.size ? damagedZip(file) : null)
    },
  })
  const packed = createReadStream(path, { start, end: start + member.packed - 1 })
  await pipeline(packed, createInflateRaw(), withinLimits(member.packed, file), count)
}
