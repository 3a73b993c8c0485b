export type Legacy = 'gb18030' | 'big5' | 'shift_jis' | 'windows-1252'
/** `sure`: the text is what that encoding's everyday characters look like, and no other candidate's. */
export type Guess = { encoding: Legacy; sure: boolean }

type Pair = (lead: number, trail: number) => boolean
const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to

/** Everyday characters of each encoding. Read in a wrong encoding, text falls on the rare ones: tables are sorted by frequency of use. */
const EVERYDAY: readonly { encoding: Legacy; common: Pair; single?: (byte: number) => boolean }[] = [
  {
    encoding: 'gb18030',
    common: (lead, trail) => trail >= 0xa1 && (within(lead, 0xb0, 0xd7) || within(lead, 0xa1, 0xa3)),
  },
  {
    encoding: 'big5',
    common: (lead, trail) => within(lead, 0xa4, 0xc6) || (within(lead, 0xa1, 0xa3) && trail >= 0x40),
  },
  {
    encoding: 'shift_jis',
    common: (lead, trail) =>
      within(lead, 0x88, 0x97) || (lead === 0x82 && trail >= 0x4f) || (lead === 0x83 && trail <= 0x96) || lead === 0x81,
    single: (byte) => within(byte, 0xa1, 0xdf),
  },
]
const ENOUGH = 0.8

/** Bytes that are no UTF-8: the most plausible of the encodings people still save tables in; undefined when none is. */
export function guessEncoding(bytes: Uint8Array): Guess | undefined {
  const scores = EVERYDAY.map(({ encoding, common, single }) => ({
    encoding,
    score: decodes(bytes, encoding) ? shareOfCommon(bytes, common, single) : 0,
  }))
  scores.push({ encoding: 'windows-1252', score: shareOfLetters(bytes) })
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  if (best.score >= ENOUGH) return { encoding: best.encoding, sure: best.encoding === 'gb18030' }
  return decodes(bytes, 'gb18030') ? { encoding: 'gb18030', sure: false } : undefined
}

export function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function shareOfCommon(bytes: Uint8Array, common: Pair, single: (byte: number) => boolean = () => false): number {
  let [all, good] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number
    if (lead < 0x80) continue
    all++
    if (single(lead)) continue
    if (common(lead, bytes[at + 1] ?? 0)) good++
    at++
  }
  return all === 0 ? 0 : good / all
}

/** Western letters stand among ASCII ones: a high byte beside another is rare. */
function shareOfLetters(bytes: Uint8Array): number {
  let [all, good] = [0, 0]
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    all++
    const isAlone = (bytes[at - 1] ?? 0) < 0x80 && (bytes[at + 1] ?? 0) < 0x80
    if (isAlone && byte >= 0x91) good++
  }
  return all === 0 ? 0 : good / all
}
