import { inflateRawSync } from 'node:zlib'

/** The members of a ZIP by name, in their order. */
export const unzip = (bytes: Buffer): Map<string, Buffer> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  let at = bytes.readUInt32LE(end + 16)
  const members = new Map<string, Buffer>()
  for (let n = 0; n < bytes.readUInt16LE(end + 10); n++) {
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(from, from + packed)
    const name = bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28)).toString()
    members.set(name, bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return members
}

/** All text of a ZIP in one, for looking whether something is in it. */
export const unzipSync = (bytes: Buffer): string => [...unzip(bytes).values()].map((data) => data.toString()).join('')
