/** A row that SAS packed by runs of equal bytes. Undefined when it does not come out at its length. */
export function unpackRle(packed: Buffer, length: number): Buffer | undefined {
  const row = Buffer.alloc(length)
  let [at, to] = [0, 0]
  const copy = (count: number): void => {
    packed.copy(row, to, at, at + count)
    at += count
    to += count
  }
  const fill = (byte: number, count: number): void => {
    row.fill(byte, Math.min(to, length), Math.min(to + count, length))
    to += count
  }
  for (;;) {
    if (at >= packed.length || to > length) break
    const [command, low] = [(packed[at] as number) >> 4, (packed[at] as number) & 15]
    at++
    const next = packed[at] ?? 0
    if (command === 0) {
      at++
      copy(64 + next + low * 256)
    } else if (command === 4) {
      const byte = packed[at + 1] ?? 0
      at += 2
      fill(byte, 18 + next + low * 256)
    } else if (command >= 5 && command <= 7) {
      at++
      fill({ 5: 0x40, 6: 0x20, 7: 0 }[command as 5 | 6 | 7], 17 + next + low * 256)
    } else if (command >= 8 && command <= 11) copy([1, 17, 33, 49][command - 8]! + low)
    else if (command === 12) {
      at++
      fill(next, 3 + low)
    } else if (command >= 13) fill({ 13: 0x40, 14: 0x20, 15: 0 }[command as 13 | 14 | 15], 2 + low)
    else return undefined
  }
  return to === length && at === packed.length ? row : undefined
}

/** The same for rows packed by Ross Data Compression. */
export function unpackRdc(packed: Buffer, length: number): Buffer | undefined {
  const row = Buffer.alloc(length)
  let [at, to, bits, mask] = [0, 0, 0, 0]
  while (at < packed.length) {
    mask >>= 1
    if (mask === 0) {
      if (at + 2 > packed.length) return undefined
      bits = packed.readUInt16BE(at)
      mask = 0x8000
      at += 2
      if (at >= packed.length) break
    }
    if ((bits & mask) === 0) {
      if (to >= length) return undefined
      row[to++] = packed[at++] as number
      continue
    }
    const [command, low] = [(packed[at] as number) >> 4, (packed[at] as number) & 15]
    at++
    const next = packed[at] ?? 0
    if (command <= 1) {
      const count = command === 0 ? low + 3 : low + (next << 4) + 19
      if (command === 1) at++
      if (to + count > length) return undefined
      row.fill(packed[at++] ?? 0, to, to + count)
      to += count
      continue
    }
    at++
    const back = low + (next << 4) + 3
    const count = command === 2 ? (packed[at++] ?? 0) + 16 : command
    if (back > to || to + count > length) return undefined
    for (let index = 0; index < count; index++, to++) row[to] = row[to - back] as number
  }
  return to === length ? row : undefined
}
