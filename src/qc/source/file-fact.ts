import path from 'node:path'
import type { SqlRow, StagedTable } from '../table.ts'

/** What is known of one delivered file, staged as a table or not. A run gets those beyond its tables as `context.files`. */
export type FileFact = {
  name: string
  bytes: number
  sha256?: string
  encoding?: string
  /** What the first bytes are, where they leave no doubt. */
  content?: string
  /** Content found and content the name promises, where they differ. */
  mismatch?: { expected: string; found: string }
  /** Why it cannot be read to the end. */
  fault?: string
  dicom?: Readonly<Record<string, string>>
}

/** Files of the run: those behind its tables first, then the others; one entry per name. */
export function filesOf(tables: readonly StagedTable[], context: Readonly<SqlRow>): FileFact[] {
  const files = new Map<string, FileFact>()
  for (const { source } of tables) {
    if (source.path === '') continue
    const name = path.basename(source.path)
    const [expected, found] = source.notes.find((note) => note.code === 'content_mismatch')?.detail?.split('/') ?? []
    files.set(name, {
      name,
      bytes: source.bytes,
      ...(source.sha256 ? { sha256: source.sha256 } : {}),
      ...(source.encoding ? { encoding: source.encoding } : {}),
      ...(expected && found ? { mismatch: { expected, found } } : {}),
    })
  }
  const others = Array.isArray(context['files']) ? (context['files'] as Partial<FileFact>[]) : []
  for (const file of others)
    if (typeof file?.name === 'string' && !files.has(file.name)) files.set(file.name, { bytes: 0, ...file, name: file.name })
  return [...files.values()]
}
