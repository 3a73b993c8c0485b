import { Cursor } from './binary-file.ts'

const WIDTH = 80
const [FEED, RETURN, SPACE] = [10, 13, 32]

export class NoPor extends Error {}

/**
 * Lines of 80 bytes one behind the other, without their ends; spaces that somebody cut off at the end of a line are put back. `end.whole` says
 * whether the last line was a full one.
 */
export async function* unfolded(pieces: AsyncIterable<Buffer>, end: { whole: boolean }): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    const joined = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    const lines: Buffer[] = []
    let from = 0
    for (let feed = joined.indexOf(FEED); feed !== -1; feed = joined.indexOf(FEED, from)) {
      lines.push(padded(joined.subarray(from, feed)))
      from = feed + 1
    }
    rest = joined.subarray(from)
    if (rest.length > WIDTH + 1) throw new NoPor()
    if (lines.length > 0) yield Buffer.concat(lines)
  }
  end.whole = rest.length === 0
  if (rest.length > 0) yield rest.at(-1) === RETURN ? rest.subarray(0, -1) : rest
}

function padded(line: Buffer): Buffer {
  const plain = line.at(-1) === RETURN ? line.subarray(0, -1) : line
  if (plain.length > WIDTH) throw new NoPor()
  return plain.length === WIDTH ? plain : Buffer.concat([plain, Buffer.alloc(WIDTH - plain.length, SPACE)])
}

/** What the places 64 to 126 of the table in front stand for. */
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz '
const REST = '.<(+|&[]!$*);^-/|,%_>?`:#@\'="'
const KNOWN = Buffer.from(LETTERS + REST, 'latin1')
const FIRST = 64

/** From the bytes of the file to ASCII; undefined where they are ASCII. A table of which only a few places differ is a damaged one. */
export function translationOf(table: Buffer): Buffer | undefined {
  const given = table.subarray(FIRST, FIRST + LETTERS.length)
  const same = [...given].filter((byte, at) => byte === KNOWN[at]).length
  if (same === LETTERS.length) return undefined
  if (same > LETTERS.length / 4 || new Set(given).size < LETTERS.length) throw new NoPor()
  const found = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  // The letters last: what is not in the set of the file stands as its zero.
  for (let at = KNOWN.length - 1; at >= 0; at--) found[table.readUInt8(FIRST + at)] = KNOWN.readUInt8(at)
  return found
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRST'
const BASE = 30n
/** More than any program writes of one number. */
const LONGEST = 100
/** Beyond these no double reaches. */
const FARTHEST = 220
const TEXT_LONGEST = 32_767

/** Values of a portable file: numbers in base 30 that end with a slash, texts behind their length. */
export class PorCursor extends Cursor {
  tag(): string {
    return String.fromCharCode(this.u8())
  }

  /** Null where it is missing. */
  number(): number | null {
    let sign = this.tag()
    while (sign === ' ') sign = this.tag()
    // Missing is an asterisk and a point.
    if (sign === '*') {
      if (this.tag() !== '.') throw new NoPor()
      return null
    }
    let written = sign
    for (let next = this.tag(); next !== '/'; next = this.tag()) {
      written += next
      if (written.length > LONGEST) throw new NoPor()
    }
    return numberOf(written)
  }

  whole(): number {
    const value = this.number()
    if (value === null || !Number.isSafeInteger(value) || value < 0) throw new NoPor()
    return value
  }

  text(): Buffer {
    const length = this.whole()
    if (length > TEXT_LONGEST) throw new NoPor()
    return this.take(length)
  }
}

/** `-1A.F+2`: digits of base 30, a point, and a power of 30. */
export function numberOf(written: string): number {
  const [, minus, front = '', behind = '', power = ''] = /^(-?)([0-9A-T]*)(?:\.([0-9A-T]*))?([+-][0-9A-T]+)?$/.exec(written) ?? []
  const digits = front + behind
  if (digits === '') throw new NoPor()
  const valueOf = (text: string): bigint => [...text].reduce((sum, digit) => sum * BASE + BigInt(DIGITS.indexOf(digit)), 0n)
  const exponent = Number(valueOf(power.slice(1))) * (power.startsWith('-') ? -1 : 1) - behind.length
  if (Math.abs(exponent) > FARTHEST + digits.length) throw new NoPor()
  const size = valueOf(digits)
  // Twenty digits more than a double holds, so that only the last step rounds.
  const places = exponent < 0 ? 20 + Math.ceil(-exponent * 1.48) : 0
  const scaled = exponent < 0 ? (size * 10n ** BigInt(places)) / BASE ** BigInt(-exponent) : size * BASE ** BigInt(exponent)
  const value = Number(`${minus}${scaled}e-${places}`)
  if (!Number.isFinite(value)) throw new NoPor()
  // Sixteen digits of base 10 are not always kept; a whole number is.
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(15))
}
