import { rmSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { mkdir } from 'node:fs/promises'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { QcInputError } from '../source/input-error.ts'
import type { StageOptions } from '../source/reading.ts'
import { datasetsIn, stageFile } from '../source/stage.ts'
import type { StagedTable } from '../table.ts'
import type { Invocation } from './arguments.ts'
import { openDrafts } from './output-file.ts'
import { Progress } from './progress.ts'

/** Reading, unpacking and counting do not hear an interrupt of the database: the process itself has to end, and to tidy up first. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** `unread`: files that could not be read, where others could. */
export type Session = { db: QcWorkspace; tables: StagedTable[]; unread: QcInputError[]; progress: Progress }

/** Opens a database that can see these files and the output folders and nothing else, stages the files, and cleans up whatever happens. */
export async function withTables<T>(
  invocation: Invocation,
  outputs: readonly string[],
  work: (session: Session) => Promise<T>,
  /** Whether the work makes sense with the files that could be read. */
  goesOn = false,
): Promise<T> {
  const { files, stage, language } = invocation
  if (files.length === 0 && invocation.others.length === 0)
    throw new QcInputError('usage', { file: 'qc' }, { zh: '请给出至少一个文件', en: 'name at least one file' })
  if (stage.snapshot) await mkdir(stage.snapshot, { recursive: true })
  const directories = [...(stage.snapshot ? [stage.snapshot] : []), ...outputs.map((file) => path.dirname(path.resolve(file)))]
  const progress = new Progress()
  let db: QcWorkspace | undefined
  let asked: NodeJS.Signals | undefined
  const stop = (signal: NodeJS.Signals) => {
    asked = signal
    // While the workspace is being made nobody knows its folder yet: the stop waits for it.
    if (!db) return
    progress.clear()
    for (const left of [db.directory, ...openDrafts()]) rmSync(left, { recursive: true, force: true })
    process.stderr.write(language === 'zh' ? '已中止\n' : 'stopped\n')
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    db = await openDatabase({ ...invocation.database, allow: { files: files.map(({ file }) => file), directories } })
    if (asked) stop(asked)
    const { tables, unread } = await stageFiles(db, invocation, progress)
    if (unread[0] && (tables.length === 0 || !goesOn)) throw unread[0]
    return await work({ db, tables, unread, progress })
  } finally {
    progress.clear()
    for (const signal of SIGNALS) process.removeListener(signal, stop)
    await db?.close()
  }
}

/** The files of a command as tables, and those that could not be read. */
export async function stageFiles(
  db: QcWorkspace,
  { files, stage, language }: Pick<Invocation, 'files' | 'stage' | 'language'>,
  progress: Progress,
): Promise<{ tables: StagedTable[]; unread: QcInputError[] }> {
  const tables: StagedTable[] = []
  const unread: QcInputError[] = []
  for (const { file, name, sheet } of (await Promise.all(files.map((given) => datasets(given, stage)))).flat()) {
    const label = `${language === 'zh' ? '读取' : 'reading'} ${path.basename(file)}`
    const table = await stageFile(db, file, {
      ...stage,
      ...(name ? { name } : {}),
      ...(sheet ? { sheet } : {}),
      onProgress: ({ done, total }) => progress.show(label, done, total),
    }).catch((error: unknown) => {
      if (!(error instanceof QcInputError)) throw error
      unread.push(error)
    })
    if (!table) continue
    const twin = tables.find((other) => other.name === table.name)
    if (twin) {
      throw new QcInputError(
        'same_name',
        { file },
        {
          zh: `两个文件都叫“${table.name}”，请用 --table 名称=文件 区分`,
          en: `two files are both called "${table.name}"; tell them apart with --table name=FILE`,
        },
      )
    }
    tables.push(table)
  }
  return { tables, unread }
}

/** Each dataset of a SAS library is a table of its own, unless one of them is asked for. */
async function datasets(
  given: { file: string; name?: string },
  stage: StageOptions,
): Promise<{ file: string; name?: string; sheet?: string }[]> {
  // A file that cannot be opened is named when it is staged.
  const names = stage.sheet === undefined ? await datasetsIn(given.file).catch(() => []) : []
  if (names.length < 2) return [given]
  return given.name ? [{ ...given, sheet: given.name }] : names.map((name) => ({ file: given.file, name, sheet: name }))
}
