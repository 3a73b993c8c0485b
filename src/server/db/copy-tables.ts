import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { copyOut } from './copy.ts'
import type { Database } from './database.ts'
import { LIMITS } from './limits.ts'

export type CopiedTable = { file: string; text: string }
/** What is asked here sees one moment: nobody's half-finished work, and nothing later than another. */
export type Moment = {
  /** In words of the database. */
  readonly at: string
  rows<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  /** What a statement answers, as a file of CSV with a head. Answers how many rows. */
  copy(table: CopiedTable): Promise<number>
}

export const atOneMoment = <T>(database: Database, work: (moment: Moment) => Promise<T>, signal?: AbortSignal): Promise<T> =>
  database.withConnection(
    async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      try {
        const { rows } = await client.query<{ moment: string }>('SELECT pg_current_snapshot()::text AS moment')
        return await work({
          at: rows[0]?.moment ?? '',
          rows: async <Row extends pg.QueryResultRow>(text: string) => {
            signal?.throwIfAborted()
            return (await client.query<Row>(text)).rows
          },
          copy: async ({ file, text }) => {
            signal?.throwIfAborted()
            const copied = copyOut(client, `COPY (${text}) TO STDOUT (FORMAT csv, HEADER true, FORCE_QUOTE *)`)
            await pipeline(copied.stream, createWriteStream(file, { mode: 0o600 }))
            return copied.rows()
          },
        })
      } finally {
        await client.query('ROLLBACK')
      }
    },
    LIMITS.task,
    signal,
  )

/** What these statements answer at one moment, each as a file. Answers that moment. */
export const copyTables = (database: Database, tables: readonly CopiedTable[], signal?: AbortSignal): Promise<string> =>
  atOneMoment(
    database,
    async ({ at, copy }) => {
      for (const table of tables) await copy(table)
      return at
    },
    signal,
  )
