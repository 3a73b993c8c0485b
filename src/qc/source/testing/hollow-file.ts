import { open, type FileHandle } from 'node:fs/promises'
import { crc32, gzipSync } from 'node:zlib'

/** Files that are large by what is not in them: the disk keeps their holes as holes. */

const write = (file: FileHandle, bytes: Buffer, at: number) => file.write(bytes, 0, bytes.length, at)
const EIGHT = 8
const long = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * EIGHT)
  for (const [n, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), n * EIGHT)
  return bytes
}
const header = (mark: string, figures: readonly (readonly [size: 2 | 4, value: number])[]): Buffer =>
  Buffer.concat([
    Buffer.from(mark, 'latin1'),
    ...figures.map(([size, value]) => {
      const bytes = Buffer.alloc(size)
      bytes.writeUIntLE(value, 0, size)
      return bytes
    }),
  ])
const FULL = 0xffffffff

/** An archive with sizes and places of eight bytes: `hole` zero bytes that nobody reads as a table, and behind them a member that is one. */
export async function writeHollowZip(path: string, hole: number, name: string, content: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    const members = [
      { title: Buffer.from('__MACOSX/hole'), size: hole, crc: 0, bytes: Buffer.alloc(0) },
      { title: Buffer.from(name), size: Buffer.byteLength(content), crc: crc32(content), bytes: Buffer.from(content) },
    ]
    const entries: Buffer[] = []
    let at = 0
    for (const { title, size, crc, bytes } of members) {
      const common = [
        [2, 45],
        [2, 0x800],
        [2, 0],
        [4, 0],
        [4, crc],
        [4, FULL],
        [4, FULL],
        [2, title.length],
      ] as const
      const extra = (...values: number[]) =>
        Buffer.concat([
          header('', [
            [2, 1],
            [2, values.length * EIGHT],
          ]),
          long(...values),
        ])
      const local = Buffer.concat([header('PK\x03\x04', [...common, [2, 20]]), title, extra(size, size)])
      const more = extra(size, size, at)
      const entry = header('PK\x01\x02', [[2, 45], ...common, [2, more.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, FULL]])
      entries.push(Buffer.concat([entry, title, more]))
      await write(file, local, at)
      await write(file, bytes, at + local.length)
      at += local.length + size
    }
    const directory = Buffer.concat(entries)
    const end = header('PK\x06\x06', [])
    const size = 44
    const tail = Buffer.concat([
      directory,
      end,
      long(size),
      header('', [
        [2, 45],
        [2, 45],
        [4, 0],
        [4, 0],
      ]),
      long(members.length, members.length, directory.length, at),
      header('PK\x06\x07', [[4, 0]]),
      long(at + directory.length),
      header('', [[4, 1]]),
      header('PK\x05\x06', [
        [2, 0],
        [2, 0],
        [2, members.length],
        [2, members.length],
        [4, FULL],
        [4, FULL],
        [2, 0],
      ]),
    ])
    await write(file, tail, at)
  } finally {
    await file.close()
  }
}

const BLOCK = 65_535
/** A gzip of zero bytes, each block stored as it is, so that it is as large as what it unpacks to. */
export async function writeHollowGzip(path: string, blocks: number): Promise<number> {
  const file = await open(path, 'w')
  const zeros = Buffer.alloc(BLOCK)
  try {
    const empty = gzipSync(Buffer.alloc(0))
    await write(file, empty.subarray(0, 10), 0)
    let [at, sum] = [10, 0]
    for (let n = 1; n <= blocks; n++) {
      await write(
        file,
        header('', [
          [2, (n === blocks ? 1 : 0) | ((BLOCK & 0xff) << 8)],
          [2, (BLOCK >> 8) | ((~BLOCK & 0xff) << 8)],
        ]),
        at,
      )
      await write(file, Buffer.from([(~BLOCK >> 8) & 0xff]), at + 4)
      sum = crc32(zeros, sum)
      at += 5 + BLOCK
    }
    await write(
      file,
      header('', [
        [4, sum],
        [4, (blocks * BLOCK) % 2 ** 32],
      ]),
      at,
    )
    return blocks * BLOCK
  } finally {
    await file.close()
  }
}
