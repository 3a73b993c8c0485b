import { inflateSync } from 'node:zlib'
import type { BinaryFile } from './binary-file.ts'
import type { SavHead } from './sav-head.ts'

const MISSING = Buffer.from('ffffffffffffefff', 'hex')
const BLANKS = Buffer.alloc(8, 0x20)
const MOST_BLOCK = 1 << 26

/** The records as they would stand uncompressed. */
export async function* savBytes(file: BinaryFile, head: SavHead): AsyncGenerator<Buffer> {
  if (!head.compressed && !head.zlib) yield* file.stretch(head.dataStart, file.size)
  else yield* unpacked(file, head, head.zlib ? blocks(file, head) : file.stretch(head.dataStart, file.size))
}

/** Eight commands, then what those that ask for eight bytes get. */
async function* unpacked(file: BinaryFile, head: SavHead, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const missing = head.little ? MISSING : Buffer.from(MISSING.toReversed())
  let rest: Buffer = Buffer.alloc(0)
  let commands: Buffer = Buffer.alloc(0)
  let next = 8
  let ended = false
  for await (const chunk of packed) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const out: Buffer[] = []
    let at = 0
    while (!ended) {
      if (next === 8) {
        if (at + 8 > bytes.length) break
        commands = Buffer.from(bytes.subarray(at, at + 8))
        at += 8
        next = 0
      }
      const command = commands[next] as number
      if (command === 253) {
        if (at + 8 > bytes.length) break
        out.push(bytes.subarray(at, at + 8))
        at += 8
      } else if (command === 252) ended = true
      else if (command === 254) out.push(BLANKS)
      else if (command === 255) out.push(missing)
      else if (command > 0) out.push(numberBytes(command - head.bias, head.little))
      next++
    }
    rest = bytes.subarray(at)
    if (out.length > 0) yield Buffer.concat(out)
    if (ended) return
  }
  if (rest.length > 0 || commands.subarray(next).includes(253))
    throw file.damaged({ zh: '压缩数据在中途结束', en: 'the compressed data end in the middle' })
}

function numberBytes(value: number, little: boolean): Buffer {
  const bytes = Buffer.alloc(8)
  if (little) bytes.writeDoubleLE(value)
  else bytes.writeDoubleBE(value)
  return bytes
}

async function* blocks(file: BinaryFile, head: SavHead): AsyncGenerator<Buffer> {
  const at = await file.part(head.dataStart, head.dataStart + 24, head.little, (cursor) => {
    cursor.u64()
    return { trailer: cursor.u64(), length: cursor.u64() }
  })
  const list = await file.part(at.trailer, at.trailer + at.length, head.little, (cursor) => {
    cursor.take(20)
    return Array.from({ length: cursor.u32() }, () => {
      cursor.take(8)
      return { from: cursor.u64(), size: cursor.u32(), packed: cursor.u32() }
    })
  })
  for (const { from, size, packed } of list) {
    const bytes = await file.read(from, packed)
    let plain: Buffer | undefined
    try {
      plain = inflateSync(bytes, { maxOutputLength: Math.min(size + 1, MOST_BLOCK) })
    } catch {
      // Said below.
    }
    if (plain?.length !== size) throw file.damaged({ zh: '压缩块损坏', en: 'a compressed block is damaged' })
    yield plain
  }
}
