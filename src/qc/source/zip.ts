import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { QcInputError } from './input-error.ts'
import { refuseUnpacked, withinLimits } from './unpack-limit.ts'

export type ZipMember = { name: string; method: number; encrypted: boolean; crc: number; packed: number; size: number; offset: number }

const END = 0x06054b50
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const FULL = 0xffffffff
const MOST_DIRECTORY = 64 << 20

export const damagedZip = (file: string, cause?: unknown) =>
  new QcInputError('damaged_zip', { file }, { zh: 'zip 文件损坏或不完整', en: 'the zip file is damaged or incomplete' }, { cause })

/** The members that the directory at the end names; only it knows the sizes of all of them. */
export async function zipMembers(path: string, file: string): Promise<ZipMember[]> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const read = async (at: number, length: number): Promise<Buffer> => {
      if (at < 0 || length < 0 || at + length > size || length > MOST_DIRECTORY) throw damagedZip(file)
      const buffer = Buffer.alloc(length)
      await handle.read(buffer, 0, length, at)
      return buffer
    }
    const tail = await read(Math.max(0, size - END_BYTES - LONGEST_COMMENT), Math.min(size, END_BYTES + LONGEST_COMMENT))
    const at = endOf(tail)
    if (at < 0) throw damagedZip(file)
    const isLong = at >= 20 && tail.readUInt32LE(at - 20) === LOCATOR_64
    const end = isLong ? await read(Number(tail.readBigUInt64LE(at - 12)), 56) : undefined
    const directory = end
      ? await read(Number(end.readBigUInt64LE(48)), Number(end.readBigUInt64LE(40)))
      : await read(tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12))
    return entriesIn(directory, file)
  } finally {
    await handle.close()
  }
}

/** A comment may hold the mark itself: the record is where its comment reaches to the end of the file. */
function endOf(tail: Buffer): number {
  let at = tail.length - END_BYTES
  while (at >= 0 && (tail.readUInt32LE(at) !== END || at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length)) at--
  return at
}

function entriesIn(directory: Buffer, file: string): ZipMember[] {
  const members: ZipMember[] = []
  for (let at = 0; at < directory.length;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY) throw damagedZip(file)
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place)) as [number, number, number]
    const next = at + 46 + name + extra + comment
    if (next > directory.length) throw damagedZip(file)
    const flags = directory.readUInt16LE(at + 8)
    const long = longSizes(directory.subarray(at + 46 + name, at + 46 + name + extra))
    const size = (place: number) => (directory.readUInt32LE(at + place) === FULL ? long.shift() : directory.readUInt32LE(at + place)) ?? -1
    const bytes = directory.subarray(at + 46, at + 46 + name)
    members.push({
      // Without the flag the name is in the code page of whoever made it, which in China is GBK.
      name: new TextDecoder(flags & 0x800 ? 'utf-8' : 'gb18030').decode(bytes),
      method: directory.readUInt16LE(at + 10),
      encrypted: (flags & 1) === 1,
      crc: directory.readUInt32LE(at + 16),
      // In the order in which the long sizes stand.
      size: size(24),
      packed: size(20),
      offset: size(42),
    })
    at = next
  }
  return members
}

function longSizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const length = Math.min(extra.readUInt16LE(at + 2), extra.length - at - 4)
    return Array.from({ length: length >> 3 }, (_, index) => Number(extra.readBigUInt64LE(at + 4 + index * 8)))
  }
  return []
}

/** Writes one member to a file of its own; its length and checksum must be those of the directory. */
export async function extractMember(path: string, member: ZipMember, to: string, file: string): Promise<void> {
  refuseUnpacked(member.size, member.packed, file)
  const start = await dataStart(path, member, file)
  let [sum, size] = [0, 0]
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      size += chunk.length
      // A member that unpacks to more than it says would fill the disk before its end could prove it wrong.
      done(size > member.size ? new Error('longer than stated') : null, chunk)
    },
  })
  const source = member.packed === 0 ? new PassThrough().end() : createReadStream(path, { start, end: start + member.packed - 1 })
  try {
    const limits = withinLimits(member.packed, file, dirname(to))
    await pipeline(source, member.method === 8 ? createInflateRaw() : new PassThrough(), limits, check, createWriteStream(to))
  } catch (error) {
    if (error instanceof QcInputError || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    throw damagedZip(file, error)
  }
  if (sum !== member.crc || size !== member.size) throw damagedZip(file)
}

export async function dataStart(path: string, { offset, packed }: ZipMember, file: string): Promise<number> {
  const handle = await open(path)
  try {
    const head = Buffer.alloc(30)
    const { bytesRead } = await handle.read(head, 0, 30, offset)
    if (bytesRead < 30 || head.readUInt32LE(0) !== LOCAL) throw damagedZip(file)
    const start = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    if (packed < 0 || start + packed > (await handle.stat()).size) throw damagedZip(file)
    return start
  } finally {
    await handle.close()
  }
}
