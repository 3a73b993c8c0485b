import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { QcWorkspace } from '../database.ts'
import { OWN_COLUMNS, type CopyColumns } from '../plan/copy-column.ts'
import { identifier, literal, join, Sql } from '../sql.ts'
import { copySql, type ViolationFilter, type Violations } from '../violations.ts'

type Copying = { format: 'parquet' | 'csv'; filter?: ViolationFilter; columns?: CopyColumns }

/** The violations of a run on another engine into one file: streamed here, and written as ours are. */
export async function copyHere(
  violations: Violations,
  workspace: QcWorkspace,
  target: string,
  { format, filter, columns = {} }: Copying,
): Promise<void> {
  const file = path.join(workspace.directory, 'violations.jsonl')
  async function* lines(): AsyncGenerator<string> {
    for await (const chunk of violations.rows(filter, columns)) yield `${chunk.map((row) => JSON.stringify(row)).join('\n')}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  const names = [...OWN_COLUMNS, ...Object.keys(columns)]
  const types = join(
    names.map((name) => Sql`${identifier(name)}: ${name === 'row' ? Sql`'BIGINT'` : Sql`'VARCHAR'`}`),
    ', ',
  )
  await workspace.run(
    copySql(Sql`SELECT * FROM read_json(${literal(file)}, format = 'newline_delimited', columns = {${types}})`, target, format, names),
  )
  await rm(file, { force: true })
}
