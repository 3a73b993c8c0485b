import { open } from 'node:fs/promises'

/** Padding fills up to 80 bytes, so at most 79 blank bytes at the end are no data. */
const PADDING = 79

/** Records by the place of the last byte that is no blank, sharing no code with the reader. */
export async function countXptRows(path: string, start: number, end: number, rowLength: number): Promise<number> {
  const bytes = end - start
  if (rowLength === 0 || bytes <= 0) return 0
  const tail = Buffer.alloc(Math.min(PADDING, bytes))
  const file = await open(path)
  try {
    await file.read(tail, 0, tail.length, end - tail.length)
  } finally {
    await file.close()
  }
  let last = tail.length - 1
  while (last >= 0 && tail[last] === 0x20) last--
  return Math.ceil((bytes - tail.length + last + 1) / rowLength)
}
