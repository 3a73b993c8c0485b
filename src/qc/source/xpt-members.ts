import { trimEnd } from '../trim.ts'

export type MemberPlace = { start: number; name: string }

const MARK = 'HEADER RECORD*******MEMB'
/** From the mark of a dataset to the end of its name. */
const LOOK = 240

/** Where the datasets of a library begin; each starts on an 80-byte boundary, so the words inside a cell are no beginning. */
export async function findMembers(chunks: AsyncIterable<Buffer>): Promise<MemberPlace[]> {
  const found: MemberPlace[] = []
  let kept = Buffer.alloc(0)
  let offset = 0
  const look = (bytes: Buffer, until: number) => {
    for (let at = bytes.indexOf(MARK); at !== -1 && at < until; at = bytes.indexOf(MARK, at + 1)) {
      if ((offset + at) % 80 === 0) found.push({ start: offset + at, name: nameIn(bytes.subarray(at, at + LOOK)) })
    }
  }
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([kept, chunk])
    const until = Math.max(0, bytes.length - LOOK)
    look(bytes, until)
    kept = Buffer.from(bytes.subarray(until))
    offset += until
  }
  look(kept, kept.length)
  return found
}

const nameIn = (bytes: Buffer): string => {
  const isLong = bytes.toString('latin1', 20, 26) === 'MEMBV8'
  return trimEnd(bytes.toString('latin1', 168, isLong ? 200 : 176), '\0 ')
}
