import { setTimeout as wait } from 'node:timers/promises'
import { runChecks } from '../../src/qc/engine.ts'
import type { QcDatabase } from '../../src/qc/table.ts'
import { openTrino, type Limits, type TrinoOptions } from '../../src/qc/trino/database.ts'
import { TrinoError } from '../../src/qc/trino/statement.ts'
import { trinoTable } from '../../src/qc/trino/table.ts'

const PLACE = { catalog: 'hive', schema: 'qc_limits', table: 'items' }
const TABLE = 'hive.qc_limits.items'
/** Work for hours, of which the rows of the table are read at once. */
const endless = (mark: string): string =>
  `SELECT count(*) AS ${mark} FROM ${TABLE} a CROSS JOIN ${TABLE} b CROSS JOIN ${TABLE} c WHERE a.text || b.text || c.text = '-'`

type Ended = { state: string; error_code: string | null }
/** What the server itself says of the statement that bears this mark. */
async function endOf(there: QcDatabase, mark: string): Promise<Ended | undefined> {
  for (let tried = 0; tried < 60; tried++) {
    const [found] = await there.all<Ended>(
      `SELECT state, error_code FROM system.runtime.queries WHERE query LIKE 'SELECT count(*) AS ${mark} FROM%'`,
    )
    if (found?.state === 'FAILED' || found?.state === 'FINISHED') return found
    await wait(500)
  }
  return undefined
}

/** Limits that the server keeps and that we keep, and a cancelled statement, over a table in files; the number of differences comes back. */
export async function compareLimits(there: QcDatabase, options: TrinoOptions): Promise<number> {
  let wrong = 0
  const expectThat = (name: string, isSo: boolean, found: unknown): void => {
    if (!isSo) wrong++
    console.log(`${isSo ? '=' : '≠'} ${name}: ${JSON.stringify(found)}`)
  }
  await there.run(`CREATE SCHEMA IF NOT EXISTS hive.${PLACE.schema}`)
  await there.run(`DROP TABLE IF EXISTS ${TABLE}`)
  await there.run(`CREATE TABLE ${TABLE} AS SELECT row_number() OVER () AS nr, comment AS text FROM tpch.tiny.lineitem`)
  const opened = (limits: Limits) => openTrino({ ...options, limits })
  const serial = Date.now()
  try {
    for (const [name, limits, code] of [
      ['time', { seconds: 3 }, 'EXCEEDED_TIME_LIMIT'],
      ['bytes', { bytes: 1000 }, 'EXCEEDED_SCAN_LIMIT'],
      ['rows', { rows: 1000 }, 'USER_CANCELED'],
    ] as const) {
      const limited = opened(limits)
      const mark = `limit_${name}_${serial}`
      try {
        const error = await limited.all(endless(mark)).catch((thrown: unknown) => thrown)
        const end = await endOf(there, mark)
        const isSo =
          limited.isOver?.(error) === true && limited.isLost?.(error) === false && end?.state === 'FAILED' && end.error_code === code
        expectThat(`a statement beyond its limit of ${name} is ended on the server`, isSo, [
          error instanceof Error ? error.message : error,
          end,
        ])
      } finally {
        await limited.close()
      }
    }

    const few = opened({ rows: 1000 })
    try {
      // The table is named in spite of the limit; every check of it reads more.
      const table = await trinoTable(few, { ...PLACE, name: 'items', row: 'nr', hashed: true })
      const parameters = [{ id: 'text', check: 'not_null', table: 'items', columns: ['text'] }]
      const { results } = await runChecks({ database: few, tables: [table], parameters, now: '2026-06-13T08:00:00' })
      const said = results.map(({ parameter, status, message }) => [parameter, status, message?.en ?? ''].join(' '))
      expectThat('a check beyond its limit is an error that says so', /^text error .*more rows than it may/.test(said[0] ?? ''), said)
    } finally {
      await few.close()
    }

    const mark = `cancel_${serial}`
    const own = opened({})
    try {
      const asking = own.all(endless(mark)).catch((thrown: unknown) => thrown)
      for (let tried = 0; tried < 60 && (own.work().share ?? 0) === 0 && own.work().rows === 0; tried++) await wait(500)
      own.interrupt()
      const error = await asking
      const end = await endOf(there, mark)
      const isSo = error instanceof TrinoError && error.code === 'USER_CANCELED' && end?.error_code === 'USER_CANCELED'
      expectThat('a statement that is cancelled is ended on the server', isSo, [error instanceof Error ? error.message : error, end])
    } finally {
      await own.close()
    }
  } finally {
    await there.run(`DROP TABLE IF EXISTS ${TABLE}`)
  }
  console.log(`limits and cancelling: ${wrong === 0 ? 'as meant' : 'not as meant'}`)
  return wrong
}
