import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { copyOut } from './copy.ts'
import type { Database } from './database.ts'
import { LIMITS } from './limits.ts'

/** `known`: of what it would read, told by a statement with one text; whoever says true has it already, and it is not read. */
export type CopiedTable = { file: string; text: string; known?: { text: string; has: (mark: string) => Promise<boolean> } }

/** What these statements answer at one moment, each as a file of CSV with a head: nobody's half-finished work, and none later than another. Answers that moment. */
export const copyTables = (database: Database, tables: readonly CopiedTable[], signal?: AbortSignal): Promise<string> =>
  database.withConnection(
    async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      try {
        const { rows } = await client.query<{ moment: string }>('SELECT pg_current_snapshot()::text AS moment')
        for (const { file, text, known } of tables) {
          signal?.throwIfAborted()
          const mark = known && (await client.query<{ mark: string }>(known.text)).rows[0]?.mark
          if (mark !== undefined && (await known?.has(mark))) continue
          const { stream } = copyOut(client, `COPY (${text}) TO STDOUT (FORMAT csv, HEADER true, FORCE_QUOTE *)`)
          await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
        }
        return rows[0]?.moment ?? ''
      } finally {
        await client.query('ROLLBACK')
      }
    },
    LIMITS.task,
    signal,
  )
