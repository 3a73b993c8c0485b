import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

type Entry = { name: string; crc: number; packed: number; size: number; offset: number }
const u16 = (n: number) => [n & 255, (n >>> 8) & 255]
const u32 = (n: number) => [n & 255, (n >>> 8) & 255, (n >>> 16) & 255, (n >>> 24) & 255]
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const localHeader = (name: Buffer) =>
  Buffer.concat([
    Buffer.from([
      0x50,
      0x4b,
      3,
      4,
      ...u16(20),
      ...u16(FLAGS),
      ...u16(8),
      ...u32(0x00210000),
      ...u32(0),
      ...u32(0),
      ...u32(0),
      ...u16(name.length),
      ...u16(0),
    ]),
    name,
  ])
const descriptor = (e: Entry) => Buffer.from([0x50, 0x4b, 7, 8, ...u32(e.crc), ...u32(e.packed), ...u32(e.size)])
const centralHeader = (e: Entry) => {
  const name = Buffer.from(e.name)
  return Buffer.concat([
    Buffer.from([
      0x50,
      0x4b,
      1,
      2,
      ...u16(20),
      ...u16(20),
      ...u16(FLAGS),
      ...u16(8),
      ...u32(0x00210000),
      ...u32(e.crc),
      ...u32(e.packed),
      ...u32(e.size),
      ...u16(name.length),
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u32(0),
      ...u32(e.offset),
    ]),
    name,
  ])
}

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
/** What its four bytes can say; there is no longer archive to be made of a study or a sheet. */
const LONGEST = 0xffffffff

/** An archive as it is read: nothing of it waits in memory. */
export async function* zipped(parts: AsyncIterable<{ name: string; text: Content }>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for await (const { name, text } of parts) {
    const entry: Entry = { name, crc: 0, packed: 0, size: 0, offset }
    const header = localHeader(Buffer.from(name))
    yield header
    const deflate = createDeflateRaw({ level: 4 })
    const measured = async function* () {
      for await (const chunk of text) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        entry.crc = crc32(bytes, entry.crc)
        entry.size += bytes.length
        yield bytes
      }
    }
    // When the reader leaves, the loop destroys the packer, and the pipeline ends the source. Waiting for `drain` would wait for ever.
    const feeding = pipeline(measured, deflate)
    feeding.catch(() => {})
    try {
      for await (const packed of deflate as AsyncIterable<Buffer>) {
        entry.packed += packed.length
        yield packed
      }
    } finally {
      deflate.destroy()
      await feeding.catch(() => {})
    }
    await feeding
    const tail = descriptor(entry)
    yield tail
    if (entry.size > LONGEST || offset > LONGEST) throw new Error(`${name} does not fit into an archive`)
    offset += header.length + entry.packed + tail.length
    entries.push(entry)
  }
  const central = Buffer.concat(entries.map(centralHeader))
  yield central
  yield Buffer.from([
    0x50,
    0x4b,
    5,
    6,
    ...u16(0),
    ...u16(0),
    ...u16(entries.length),
    ...u16(entries.length),
    ...u32(central.length),
    ...u32(offset),
    ...u16(0),
  ])
}
