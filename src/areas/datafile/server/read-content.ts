import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Reason, Words } from '#kernel'
import { QcInputError, inspectFile, openDatabase, profileTable, stageFile } from '#qc'
import type { About, FileFact, ImportNote, QcWorkspace, StagedTable } from '#qc'
import { kindOf, mayBeTable, mimeOf } from './file-kind.ts'
import type { ContentKind } from './file-kind.ts'
import { endingsOf } from './read-table.ts'
import { shownOf } from './shown.ts'
import type { Shown } from './shown.ts'
import { troubleOf } from './trouble.ts'

const MEMORY = '1GB'
const MOST_NOTES = 200
const MOST_COLUMNS = 500
const MOST_CHOICES = 50
const MOST_NAMES = 200
type Asked = {
  path: string
  sha256: string
  /** As the sender called it: among texts, which carry no mark, the ending decides. */
  name: string
  workFolder: string
  /** Where the table is kept for whoever looks into it next. */
  snapshot: string
  signal: AbortSignal
  log(line: Reason): void
  progress(share: number): void
}
export type Content = {
  kind: ContentKind
  format: string | null
  mimetype: string
  encoding: string | null
  delimiter: string | null
  rows: number | null
  columns: number | null
  header: unknown
  notes: readonly ImportNote[]
  /** Why it must not be used before somebody has looked. */
  trouble: Words | null
  shown: Shown | null
}

/** What the file says of itself, as far as a page shows it: a code list of thousands would travel with every look. */
const headerOf = ({ columns, source }: StagedTable) => ({
  columns: (source.header ?? columns).slice(0, MOST_COLUMNS),
  dictionary: (source.dictionary ?? []).slice(0, MOST_COLUMNS).map((one) => ({
    ...one,
    ...(one.choices ? { choices: one.choices.slice(0, MOST_CHOICES), choicesInAll: one.choices.length } : {}),
  })),
  ...(source.about ? { about: shortened(source.about) } : {}),
})
const shortened = (about: About): About =>
  Object.fromEntries(
    Object.entries(about).flatMap(([name, value]): [string, About[string]][] =>
      typeof value === 'string' || typeof value === 'number'
        ? [[name, value]]
        : [
            [name, value.slice(0, MOST_NAMES)],
            [`${name}InAll`, value.length],
          ],
    ),
  )

/** Stages what may be a table. What cannot be read as it claims to be is no failure of the task but a finding about the file. */
const stage = async (db: QcWorkspace, file: string, { progress, sha256, snapshot }: Asked): Promise<StagedTable | QcInputError> => {
  try {
    return await stageFile(db, file, { snapshot, sha256, onProgress: ({ done, total }) => progress(total > 0 ? (0.6 * done) / total : 0) })
  } catch (error) {
    if (error instanceof QcInputError) return error
    throw error
  }
}

const readTable = async (file: string, fact: FileFact, asked: Asked): Promise<Content> => {
  const { signal, log, progress, name } = asked
  const db = await openDatabase({
    memory: MEMORY,
    threads: 1,
    spillDirectory: asked.workFolder,
    allow: { files: [file], directories: [asked.snapshot] },
  })
  const stop = () => db.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const table = await stage(db, file, asked)
    signal.throwIfAborted()
    if (table instanceof QcInputError) {
      const trouble = { 'zh-cn': table.text.zh.replaceAll(file, name), en: table.text.en.replaceAll(file, name) }
      return { ...plain(fact, name), trouble }
    }
    // A text without columns: its first line is no heading.
    if (table.columns.length === 1 && /\.txt$/i.test(name)) return { ...plain(fact, name), trouble: troubleOf(fact, table.source.notes) }
    log(`${table.source.format}: ${table.rows} × ${table.columns.length}`)
    const profile = await profileTable(db, table, { signal, onProgress: (done, total) => progress(0.6 + (0.4 * done) / total) })
    const { format, encoding, delimiter, notes } = table.source
    const kind = kindOf(format, fact.content, name)
    return {
      kind,
      format,
      mimetype: mimeOf(format, fact.content, name),
      encoding: encoding ?? fact.encoding ?? null,
      delimiter: delimiter ?? null,
      rows: table.rows,
      columns: table.columns.length,
      header: headerOf(table),
      notes: [...notes, ...profile.guard].slice(0, MOST_NOTES),
      trouble: troubleOf(fact, notes),
      shown: await shownOf(db, table, profile),
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await db.close()
  }
}

/** What can be said of a file that is no table. */
const plain = (fact: FileFact, name: string): Content => {
  const kind = kindOf(undefined, fact.content, name)
  return {
    kind,
    format: fact.content ?? null,
    mimetype: mimeOf(undefined, fact.content, name),
    encoding: fact.encoding ?? null,
    delimiter: null,
    rows: null,
    columns: null,
    header: fact.dicom ?? null,
    notes: [],
    trouble: troubleOf(fact, [], kind === 'other'),
    shown: null,
  }
}

export const readContent = async (asked: Asked): Promise<Content> => {
  const { path, sha256, name, workFolder, log } = asked
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(workFolder, 'read-'))
  const file = join(folder, `file${endingsOf(basename(name))}`)
  try {
    await symlink(path, file)
    const fact = await inspectFile(file)
    if (fact.sha256 !== sha256) throw new Error(`the stored bytes have the hash ${fact.sha256} instead of ${sha256}`)
    log(`${name}: ${fact.bytes} B, ${fact.content ?? fact.encoding ?? '?'}`)
    return fact.fault || fact.dicom || !mayBeTable(fact.content, name) ? plain(fact, name) : await readTable(file, fact, asked)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
