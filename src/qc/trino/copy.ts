import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { QcWorkspace } from '../database.ts'
import { literal } from '../sql.ts'
import { copySql, type Violations } from '../violations.ts'

/** The violations of a run on another engine into one file: streamed here, and written as ours are. */
export async function copyHere(violations: Violations, workspace: QcWorkspace, target: string, format: 'parquet' | 'csv'): Promise<void> {
  const file = path.join(workspace.directory, 'violations.jsonl')
  async function* lines(): AsyncGenerator<string> {
    for await (const chunk of violations.stream()) yield `${chunk.map((violation) => JSON.stringify(violation)).join('\n')}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  const columns = `{parameter: 'VARCHAR', "row": 'BIGINT', "key": 'VARCHAR', field: 'VARCHAR', "value": 'VARCHAR', hash: 'VARCHAR'}`
  await workspace.run(
    copySql(`SELECT * FROM read_json(${literal(file)}, format = 'newline_delimited', columns = ${columns})`, target, format),
  )
  await rm(file, { force: true })
}
