import { crc32, deflateRawSync } from 'node:zlib'

type Member = { name: string; content: string | Buffer; store?: boolean; flags?: number }

/** An archive as the published layout describes it. */
export function writeZip(members: readonly Member[], comment = ''): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content, store = false, flags = 0x800 } of members) {
    const plain = Buffer.from(content)
    const packed = store ? plain : deflateRawSync(plain)
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(store ? 0 : 8, 4)
    common.writeUInt32LE(crc32(plain), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(plain.length, 18)
    common.writeUInt16LE(title.length, 22)
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, title, packed])
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, entry.subarray(0, 14), title]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)])
}
