const LOW = 0x7f7f7f7f

/**
 * How often a byte occurs, four bytes at a step: a plain loop over bytes is the slowest part of counting a large file.
 * Each word marks its hits in the top bits, gathered in four lanes that are emptied before they can overflow.
 */
export function countByte(bytes: Uint8Array, byte: number): number {
  const skew = Math.min((4 - (bytes.byteOffset & 3)) & 3, bytes.length)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + skew, (bytes.length - skew) >> 2)
  const needle = byte * 0x01010101
  let total = 0
  for (let from = 0; from < words.length; from += 255) {
    const to = Math.min(from + 255, words.length)
    let lanes = 0
    for (let index = from; index < to; index++) {
      const word = (words[index] as number) ^ needle
      lanes += (~(((word & LOW) + LOW) | word | LOW) >>> 7) | 0
    }
    total += (lanes & 0xff) + ((lanes >>> 8) & 0xff) + ((lanes >>> 16) & 0xff) + (lanes >>> 24)
  }
  for (let index = 0; index < skew; index++) if (bytes[index] === byte) total++
  for (let index = skew + words.length * 4; index < bytes.length; index++) if (bytes[index] === byte) total++
  return total
}
