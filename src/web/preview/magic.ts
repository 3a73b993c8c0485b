import { PreviewFailure } from './failure.ts'
import type { Kind } from './source.ts'

const starts = (bytes: Uint8Array, ...head: number[]): boolean => head.every((byte, i) => bytes[i] === byte)
export const isZip = (bytes: Uint8Array): boolean => starts(bytes, 0x50, 0x4b, 0x03, 0x04)
export const isCompound = (bytes: Uint8Array): boolean => starts(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)

/** What cannot be what its name says is refused before a reader is loaded for it. */
export const refuseMismatch = (bytes: Uint8Array, kind: Kind, suffix: string): void => {
  if (bytes.length === 0) throw new PreviewFailure('empty')
  if (kind !== 'docx' && kind !== 'pptx' && kind !== 'sheet') return
  // Office wraps an encrypted document into the old container.
  if (isCompound(bytes) && suffix !== 'xls') throw new PreviewFailure('encrypted')
  if (!isZip(bytes) && !isCompound(bytes)) throw new PreviewFailure('mismatch')
}
