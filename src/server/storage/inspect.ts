import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { isHonestGzip, isHonestZip, zipEnd } from './archive-proof.ts'
import type { FileKind } from './file-kind.ts'
import { measurePicture } from './picture-proof.ts'
import { isCleanDrawing } from './svg-proof.ts'
import { isCleanText } from './text-proof.ts'

export type Verdict = { width: number | null; height: number | null }
const PLAIN: Verdict = { width: null, height: null }
const TRANSPORT = 'HEADER RECORD*******LIB'

/** Whether the bytes are what the name says, and nothing else besides. Undefined refuses. */
export const inspect = async (path: string, kind: FileKind, size: number): Promise<Verdict | undefined> => {
  const file = await open(path)
  try {
    const head = Buffer.alloc(1024)
    await file.read(head, 0, 1024, 0)
    // A ZIP is read from its end, so any other file can carry one: two readers would see two different files.
    if (kind.proof === 'archive' ? !(await isHonestZip(path, file, size)) : await zipEnd(file, size)) return undefined
    if (kind.mime !== 'application/pdf' && head.includes('%PDF-')) return undefined
    if (kind.proof === 'text') return (await sniff(path)) === undefined && (await isCleanText(path, head)) ? PLAIN : undefined
    if (kind.proof === 'transport') return head.toString('latin1').startsWith(TRANSPORT) ? PLAIN : undefined
    if (kind.proof === 'svg') return (await isCleanDrawing(path)) ? PLAIN : undefined
    if (!kind.found.includes((await sniff(path)) ?? '')) return undefined
    if (kind.proof === 'picture') return measurePicture(path, kind.mime)
    if (kind.proof === 'gzip') return (await isHonestGzip(path, size)) ? PLAIN : undefined
    return PLAIN
  } finally {
    await file.close()
  }
}

const sniff = async (path: string): Promise<string | undefined> => (await fileTypeFromFile(path))?.ext
