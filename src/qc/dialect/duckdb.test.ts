import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import type { QcDatabase } from '../table.ts'
import { everyCase, everyExpression } from '../testing/every-case.ts'
import { ask } from '../testing/ask.ts'
import { record } from '../testing/record.ts'

let database: QcDatabase
beforeAll(async () => void (database = await openDatabase({ threads: 1 })))
afterAll(() => database.close())

/** Tables get a running number; everything else of a statement is the same in every run. */
const stable = (sql: string): string => sql.replaceAll(/"(rows|shadowed|qc_bad)_\d+"/g, '"$1"')

it('the text for DuckDB is what it was before there were dialects', async () => {
  const found: Record<string, string> = {}
  for (const question of [...everyCase(), ...everyExpression(150)]) {
    const { recorded, statements } = record(database)
    await ask(recorded, question)
    found[question.name] = createHash('sha256').update(statements.map(stable).join('\n')).digest('hex').slice(0, 16)
  }
  await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot('../testing/duckdb-text.json')
}, 120_000)
