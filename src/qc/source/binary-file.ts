import { open, type FileHandle } from 'node:fs/promises'
import type { Text } from '../text.ts'
import { QcInputError } from './input-error.ts'

const FIRST = 1 << 20
const LARGEST = 1 << 28
const CHUNK = 1 << 20

/** The bytes given end before what is read from them does. */
export class EndOfBytes extends Error {}

/** Numbers and texts one after the other. */
export class Cursor {
  at = 0
  little = true
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  take(length: number): Buffer {
    const end = this.at + length
    if (length < 0 || end > this.bytes.length) throw new EndOfBytes()
    const taken = this.bytes.subarray(this.at, end)
    this.at = end
    return taken
  }

  u8(): number {
    return this.take(1)[0] as number
  }
  u16(): number {
    const bytes = this.take(2)
    return this.little ? bytes.readUInt16LE() : bytes.readUInt16BE()
  }
  i16(): number {
    const bytes = this.take(2)
    return this.little ? bytes.readInt16LE() : bytes.readInt16BE()
  }
  u32(): number {
    const bytes = this.take(4)
    return this.little ? bytes.readUInt32LE() : bytes.readUInt32BE()
  }
  i32(): number {
    const bytes = this.take(4)
    return this.little ? bytes.readInt32LE() : bytes.readInt32BE()
  }
  u64(): number {
    const bytes = this.take(8)
    return Number(this.little ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE())
  }
  f64(): number {
    const bytes = this.take(8)
    return this.little ? bytes.readDoubleLE() : bytes.readDoubleBE()
  }
}

/** A file of a binary format, read by place. Whatever lies behind its end is damage, named with the format. */
export class BinaryFile {
  readonly size: number
  readonly #handle: FileHandle
  readonly #file: string
  readonly #format: string

  private constructor(handle: FileHandle, size: number, file: string, format: string) {
    this.#handle = handle
    this.size = size
    this.#file = file
    this.#format = format
  }

  static async use<T>(path: string, file: string, format: string, work: (file: BinaryFile) => Promise<T>): Promise<T> {
    const handle = await open(path)
    try {
      return await work(new BinaryFile(handle, (await handle.stat()).size, file, format))
    } finally {
      await handle.close()
    }
  }

  damaged(what: Text): QcInputError {
    return new QcInputError(
      'damaged_file',
      { file: this.#file },
      {
        zh: `${this.#format} 文件损坏或不完整：${what.zh}`,
        en: `the ${this.#format} file is damaged or incomplete: ${what.en}`,
      },
    )
  }

  async read(at: number, length: number): Promise<Buffer> {
    if (!(at >= 0 && length >= 0 && at + length <= this.size && length <= LARGEST))
      throw this.damaged({ zh: `第 ${this.size} 字节处中断`, en: `it breaks off at byte ${this.size}` })
    const bytes = Buffer.alloc(length)
    await this.#handle.read(bytes, 0, length, at)
    return bytes
  }

  /** Reads a head whose length only reading it tells: from a larger piece whenever the piece was too short. */
  async head<T>(parse: (cursor: Cursor) => T): Promise<T> {
    for (let length = Math.min(FIRST, this.size); ; length = Math.min(length * 4, this.size)) {
      try {
        return parse(new Cursor(await this.read(0, length)))
      } catch (error) {
        if (!(error instanceof EndOfBytes)) throw error
        if (length === this.size) throw this.damaged({ zh: `第 ${length} 字节处中断`, en: `it breaks off at byte ${length}` })
      }
    }
  }

  /** The same for a piece whose bounds are known. */
  async part<T>(from: number, to: number, little: boolean, parse: (cursor: Cursor) => T): Promise<T> {
    const cursor = new Cursor(await this.read(from, to - from))
    cursor.little = little
    try {
      return parse(cursor)
    } catch (error) {
      if (!(error instanceof EndOfBytes)) throw error
      throw this.damaged({ zh: `第 ${to} 字节处中断`, en: `it breaks off at byte ${to}` })
    }
  }

  /** The bytes from one place to another, in pieces. */
  async *stretch(from: number, to: number): AsyncGenerator<Buffer> {
    for (let at = from; at < to; at += CHUNK) yield this.read(at, Math.min(CHUNK, to - at))
  }

  /** Records of one length; bytes left over behind the last are damage. */
  async *records(bytes: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of bytes) {
      const joined = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let at = 0
      for (; at + length <= joined.length; at += length) yield joined.subarray(at, at + length)
      rest = joined.subarray(at)
    }
    if (rest.length > 0) throw this.damaged({ zh: '最后一条记录不完整', en: 'the last record is incomplete' })
  }
}
