import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database.ts'
import type { QcDatabase } from '../table.ts'
import { ask } from '../testing/ask.ts'
import { everyCase, everyExpression } from '../testing/every-case.ts'
import { record } from '../testing/record.ts'

let database: QcDatabase
beforeAll(async () => void (database = await openDatabase({ threads: 1 })))
afterAll(() => database.close())

/** Tables get a running number; everything else of a statement is the same in every run. */
const stable = (sql: string): string => sql.replaceAll(/"(rows|shadowed|qc_bad)_\d+"/g, '"$1"')

/** By the letter of the check, and the expressions. */
const families = Map.groupBy([...everyCase(), ...everyExpression(150)], ({ name }) => name.slice(0, 1))

describe('the text for DuckDB is what it was before there were dialects', () => {
  it.each([...families])(
    '%s',
    async (family, questions) => {
      const found: Record<string, string> = {}
      for (const question of questions) {
        const { recorded, statements } = record(database)
        await ask(recorded, question)
        found[question.name] = createHash('sha256').update(statements.map(stable).join('\n')).digest('hex').slice(0, 16)
      }
      await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(`../testing/duckdb-text/${family}.json`)
    },
    120_000,
  )
})
