/** Missing values of SAS: one byte names the kind ('.', '_', A–Z), the rest is zero. */
export function missingCode(bytes: Uint8Array): string | undefined {
  const kind = bytes[0] as number
  const named = kind === 0x2e || kind === 0x5f || (kind >= 0x41 && kind <= 0x5a)
  return named && bytes.subarray(1).every((byte) => byte === 0) ? String.fromCharCode(kind) : undefined
}

/** IBM hexadecimal floating point, 2 to 8 bytes: sign, exponent of 16 with excess 64, fraction. */
export function ibmToNumber(bytes: Uint8Array): number {
  const head = bytes[0] as number
  let fraction = 0
  for (let index = bytes.length - 1; index > 0; index--) fraction = (fraction + (bytes[index] as number)) / 256
  if (fraction === 0) return 0
  const size = fraction * 16 ** ((head & 0x7f) - 64)
  return head & 0x80 ? -size : size
}

export function numberToIbm(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  if (value === 0) return bytes
  let size = Math.abs(value)
  let exponent = 64
  while (size >= 1) {
    size /= 16
    exponent++
  }
  while (size < 1 / 16) {
    size *= 16
    exponent--
  }
  bytes[0] = exponent | (value < 0 ? 0x80 : 0)
  for (let index = 1; index < 8; index++) {
    size *= 256
    bytes[index] = Math.floor(size)
    size -= bytes[index] as number
  }
  return bytes
}
