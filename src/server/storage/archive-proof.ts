import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createGunzip, createInflateRaw } from 'node:zlib'
import type { Transform } from 'node:stream'

const MAX_ENTRIES = 5000
const MAX_DIRECTORY = 64 * 1024 * 1024
const MAX_TOTAL = 512 * 1024 * 1024
const MAX_RATIO = 100
/** Of a large archive; what is in it was packed because it is large, not because it is empty. */
const MAX_GROWTH = 20
/** Small files compress as they like; a bomb needs room. */
const FREE_BYTES = 10 * 1024 * 1024
const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** Beyond 4 GiB a ZIP says its sizes and places in records of their own. */
const LOCATOR_64 = 0x07064b50
const END_64 = 0x06064b50
const FULL = 0xffffffff
const eight = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at))
const longSizes = (extra: Buffer): number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const length = Math.min(extra.readUInt16LE(at + 2), extra.length - at - 4)
    return Array.from({ length: length >> 3 }, (_, n) => eight(extra, at + 4 + n * 8))
  }
  return []
}
const NESTED = /\.(zip|7z|rar|tar|gz|tgz|bz2|xz|zst|jar)$/i

const read = async (file: FileHandle, from: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(Math.max(0, length))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
  return buffer.subarray(0, bytesRead)
}

/** What an archive may unpack to: much of little, little of much. A large one is read to its end, not refused for its size. */
const mostOf = (size: number): number => Math.max(MAX_TOTAL, size * MAX_GROWTH)

/** Where the directory of a ZIP stands, if the file ends like one. Any file that does can be opened as a ZIP, whatever it begins with. */
export const zipEnd = async (file: FileHandle, size: number): Promise<{ entries: number; offset: number; length: number } | undefined> => {
  const tail = await read(file, Math.max(0, size - 65_557), Math.min(size, 65_557))
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END || tail.readUInt16LE(at + 20) > tail.length - at - 22) continue
    const long =
      at >= 20 && tail.readUInt32LE(at - 20) === LOCATOR_64 ? await read(file, Number(tail.readBigUInt64LE(at - 12)), 56) : undefined
    if (long?.length === 56 && long.readUInt32LE(0) === END_64)
      return { entries: eight(long, 32), length: eight(long, 40), offset: eight(long, 48) }
    return { entries: tail.readUInt16LE(at + 10), length: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) }
  }
  return undefined
}

type Entry = { name: string; method: number; packed: number; unpacked: number; offset: number; link: boolean; flags: number }
const entriesOf = (directory: Buffer, count: number): Entry[] | undefined => {
  const entries: Entry[] = []
  let at = 0
  for (let n = 0; n < count; n++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY) return undefined
    const name = directory.readUInt16LE(at + 28)
    const long = longSizes(directory.subarray(at + 46 + name, at + 46 + name + directory.readUInt16LE(at + 30)))
    const figure = (place: number): number => {
      const short = directory.readUInt32LE(at + place)
      return short === FULL ? (long.shift() ?? short) : short
    }
    entries.push({
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      // In the order in which the long ones stand.
      unpacked: figure(24),
      packed: figure(20),
      offset: figure(42),
      link: directory.readUInt32LE(at + 38) >>> 28 === 0xa,
      name: directory.toString('utf8', at + 46, at + 46 + name),
    })
    at += 46 + name + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

const isBadEntry = ({ name, link, method, flags, unpacked, packed }: Entry) =>
  link ||
  flags % 2 === 1 ||
  (method !== 0 && method !== 8) ||
  (method === 0 && packed !== unpacked) ||
  name.includes('\0') ||
  /^([/\\]|[a-z]:)/i.test(name) ||
  name.split(/[/\\]/).includes('..') ||
  NESTED.test(name) ||
  (unpacked > FREE_BYTES && unpacked > packed * MAX_RATIO)

/** True if the stream unpacks to at most `limit` bytes, and to exactly that if `exact`. */
const unpacksTo = async (packed: NodeJS.ReadableStream, unpack: Transform, limit: number, exact: boolean): Promise<boolean> => {
  let size = 0
  try {
    packed.on('error', (error) => unpack.destroy(error as Error)).pipe(unpack)
    for await (const chunk of unpack) {
      size += (chunk as Buffer).length
      if (size > limit) return false
    }
    return !exact || size === limit
  } catch {
    return false
  } finally {
    ;(packed as unknown as { destroy(): void }).destroy()
  }
}

/** A ZIP whose directory is honest: it is read, bounded, and then unpacked once to see that the sizes it names are true. */
export const isHonestZip = async (path: string, file: FileHandle, size: number): Promise<boolean> => {
  const end = await zipEnd(file, size)
  if (!end || end.entries > MAX_ENTRIES || end.length > MAX_DIRECTORY || end.offset + end.length > size) return false
  const entries = entriesOf(await read(file, end.offset, end.length), end.entries)
  if (!entries || entries.some(isBadEntry)) return false
  const packed = entries.reduce((n, e) => n + e.packed, 0)
  const unpacked = entries.reduce((n, e) => n + e.unpacked, 0)
  // Entries that share their bytes are how a small file becomes a huge one.
  if (new Set(entries.map((e) => e.offset)).size !== entries.length) return false
  if (packed > size || unpacked > mostOf(size) || (unpacked > FREE_BYTES && unpacked > size * MAX_RATIO)) return false
  for (const entry of entries) {
    const head = await read(file, entry.offset, 30)
    if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) return false
    const from = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    if (from + entry.packed > size) return false
    if (entry.method === 0 || entry.packed === 0) continue
    const raw = createReadStream(path, { start: from, end: from + entry.packed - 1 })
    if (!(await unpacksTo(raw, createInflateRaw(), entry.unpacked, true))) return false
  }
  return true
}

export const isHonestGzip = (path: string, size: number): Promise<boolean> =>
  unpacksTo(
    createReadStream(path),
    createGunzip(),
    Math.min(Math.max(4 * MAX_TOTAL, mostOf(size)), Math.max(FREE_BYTES, size * MAX_RATIO)),
    false,
  )
