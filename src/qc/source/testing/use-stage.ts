import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase, type QcWorkspace } from '../../database.ts'
import type { StagedTable } from '../../table.ts'
import type { StageOptions } from '../reading.ts'
import { stageFile } from '../stage.ts'

type Staged = { table: StagedTable; cells: unknown[][]; codes: string[] }

/** For a file of tests: content becomes a file of that name, and that a table with its cells. */
export function useStage(): (name: string, content: string | Uint8Array, options?: StageOptions) => Promise<Staged> {
  let db: QcWorkspace
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'qc-stage-'))
    db = await openDatabase({ memory: '512MB', threads: 1 })
  })
  afterAll(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })
  return async (name, content, options = {}) => {
    const file = path.join(folder, name)
    await writeFile(file, content)
    const table = await stageFile(db, file, options)
    const rows = await db.all(`SELECT * FROM ${table.relation} ORDER BY "__row"`)
    return {
      table,
      cells: rows.map((row) => table.columns.map((column) => row[column])),
      codes: table.source.notes.map((note) => note.code),
    }
  }
}
