import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What every authenticator app reads without being told: SHA-1, six digits, half a minute (RFC 6238). */
const DIGITS = 6
const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

export const newSecret = (): string => base32(randomBytes(20))
export const stepOf = (ms: number): number => Math.floor(ms / STEP_MS)

/** The code of one step. */
export const codeAt = (secret: string, step: number, digits = DIGITS): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/** The step that a code belongs to: this one, or one beside it, for clocks that differ by half a minute. */
export const matchingStep = (secret: string, code: string, ms: number): number | undefined => {
  const now = stepOf(ms)
  const given = Buffer.from(code)
  return [now, now - 1, now + 1].find((step) => {
    const right = Buffer.from(codeAt(secret, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

/** What the app scans. The name of the house is cut, so that the picture stays one that a phone can read. */
export const keyAddress = (secret: string, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent([...issuer].slice(0, 18).join(''))}`
