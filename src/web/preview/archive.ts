import { PreviewFailure } from './failure.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_ENTRIES = 10_000
type Entry = { name: string; method: number; packed: number; unpacked: number; offset: number }
/** `from` is where its bytes begin. */
export type ArchiveEntry = Entry & { from: number }

const directoryOf = (view: DataView): Entry[] => {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) {
    if (view.getUint32(at, true) !== END) continue
    const count = view.getUint16(at + 10, true)
    if (count > MAX_ENTRIES) throw new PreviewFailure('tooBig')
    return entriesFrom(view, view.getUint32(at + 16, true), count)
  }
  throw new PreviewFailure('damaged')
}

const entriesFrom = (view: DataView, from: number, count: number): Entry[] => {
  const entries: Entry[] = []
  let at = from
  for (let n = 0; n < count; n++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw new PreviewFailure('damaged')
    if (view.getUint16(at + 8, true) % 2 === 1) throw new PreviewFailure('encrypted')
    const name = view.getUint16(at + 28, true)
    entries.push({
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
      name: new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, Math.min(name, view.byteLength - at - 46))),
    })
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

const unpackedSize = async (packed: Uint8Array<ArrayBuffer>, limit: number): Promise<number> => {
  let size = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return size
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return size
    }
  }
}

const startOf = (view: DataView, { offset, packed }: Entry): number => {
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== LOCAL) throw new PreviewFailure('damaged')
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (from + packed > view.byteLength) throw new PreviewFailure('damaged')
  return from
}

/** The readers of documents unpack all they find into memory. They get a ZIP only when it is known how much that will be. */
export const checkArchive = async (
  bytes: Uint8Array<ArrayBuffer>,
  limit: number,
  /** Parts that are read as a stream and given up when they are long enough. */
  isStreamed: (name: string, size: number) => boolean = () => false,
): Promise<ReadonlyMap<string, number>> => {
  const entries = entriesIn(bytes)
  if (entries.reduce((sum, entry) => sum + entry.unpacked, 0) > limit) throw new PreviewFailure('tooBig')
  for (const { name, method, packed, unpacked, from } of entries) {
    if (method !== 8 || packed === 0 || isStreamed(name, unpacked)) continue
    const size = await unpackedSize(bytes.subarray(from, from + packed), unpacked).catch(() => {
      throw new PreviewFailure('damaged')
    })
    // A directory that names less than there is was written to get past this.
    if (size > unpacked) throw new PreviewFailure('tooBig')
  }
  return new Map(entries.map(({ name, unpacked }) => [name, unpacked]))
}

/** The parts of an archive, each with the place of its bytes. */
export const entriesIn = (bytes: Uint8Array<ArrayBuffer>): ArchiveEntry[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return directoryOf(view).map((entry) => ({ ...entry, from: startOf(view, entry) }))
}

/** One part of a checked archive as text. */
export const readEntry = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> => {
  const entry = entriesIn(bytes).find((one) => one.name === name)
  if (!entry) throw new PreviewFailure('damaged')
  const stream = new Blob([bytes.subarray(entry.from, entry.from + entry.packed)]).stream()
  return new Response(entry.method === 8 ? stream.pipeThrough(new DecompressionStream('deflate-raw')) : stream).text()
}
