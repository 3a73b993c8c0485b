import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { QcInputError, openDatabase, stageFile } from '#qc'
import type { QcDatabase, StagedTable } from '#qc'
import { identifier } from '#qc/sql.ts'
import { Unanswerable } from '#server/lane/question.ts'
import type { Tools } from '#server/task/tools.ts'
import { cellOf } from './shown.ts'

const MEMORY = '512MB'
type Version = { sha256: string; name: string }

/** A name from outside never becomes part of a path; its endings do. */
export const endingsOf = (name: string): string => /(?:\.[A-Za-z0-9]{1,10}){0,2}$/.exec(name)?.[0] ?? ''
/** Where tables that were read once wait to be looked into again. */
export const snapshotsIn = (dataDir: string): string => join(dataDir, 'work', 'snapshot')

const sayWords = (error: unknown, files: ReadonlyMap<string, string>): never => {
  if (!(error instanceof QcInputError)) throw error
  let { zh, en } = error.text
  for (const [file, name] of files) [zh, en] = [zh.replaceAll(file, name), en.replaceAll(file, name)]
  throw new Unanswerable({ 'zh-cn': zh, en })
}

/** Stored versions, each a table when it is asked for by its place. A hash that is an address is proved: nothing is hashed again. */
export const withTables = async <T>(
  tools: Pick<Tools, 'store' | 'config'>,
  versions: readonly Version[],
  signal: AbortSignal,
  work: (db: QcDatabase, stage: (at: number) => Promise<StagedTable>) => Promise<T>,
): Promise<T> => {
  const workFolder = join(tools.config.DATA_DIR, 'work')
  const snapshot = snapshotsIn(tools.config.DATA_DIR)
  await mkdir(snapshot, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(workFolder, 'look-'))
  const files = versions.map((version, i) => ({ ...version, file: join(folder, `file${i}${endingsOf(version.name)}`) }))
  const names = new Map(files.map(({ file, name }) => [file, name]))
  const allow = { files: [...names.keys()], directories: [snapshot] }
  const db = await openDatabase({ memory: MEMORY, threads: 1, spillDirectory: workFolder, allow })
  const stop = () => db.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (const { file, sha256 } of files) await symlink(tools.store.pathOf(sha256), file)
    return await work(db, async (at) => {
      const wanted = files[at]
      if (!wanted) throw new Error(`there is no version at ${at}`)
      const table = await stageFile(db, wanted.file, { name: `version${at}`, snapshot, sha256: wanted.sha256 })
      signal.throwIfAborted()
      return table
    })
  } catch (error) {
    signal.throwIfAborted()
    return sayWords(error, names)
  } finally {
    signal.removeEventListener('abort', stop)
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type Window = { from: number; count: number; column: number; columns: number; find: string }
/** Rows and columns of a table, as many as fit a page. `find`: the columns begin with the first whose name holds it; `isFound` is false where none does. */
export const rowsOf = async (db: QcDatabase, table: StagedTable, { from, count, column, columns: wide, find }: Window) => {
  const wanted = find.toLowerCase()
  const found = wanted === '' ? column : table.columns.findIndex((name) => name.toLowerCase().includes(wanted))
  const isFound = found >= 0
  const first = Math.max(0, Math.min(isFound ? found : column, table.columns.length - 1))
  const columns = table.columns.slice(first, first + wide)
  const relation = table.narrow?.(columns) ?? table.relation
  const rows = await db.all(`SELECT ${columns.map(identifier).join(', ')} FROM ${relation} ORDER BY "__row" LIMIT ${count} OFFSET ${from}`)
  return {
    columns: [...columns],
    rows: rows.map((row) => columns.map((name) => cellOf(row[name]))),
    total: table.rows,
    column: first,
    columnsInAll: table.columns.length,
    isFound,
  }
}
