import type { Run } from '../engine.ts'
import type { QcInputError } from '../source/input-error.ts'
import type { StagedTable } from '../table.ts'
import type { Violation } from '../violations.ts'
import type { Language } from './language.ts'

/** 2 before 1: a parameter that could not be judged is bad input, whatever the others say. */
export const exitCode = (run: Run): number =>
  run.results.some((result) => result.status === 'error') ? 2 : run.results.some((result) => result.status === 'failed') ? 1 : 0

/** A report shows these in its own lines; whoever reads JSON by machine sees the error stream. */
export function complainOf(run: Run, language: Language, complain: (text: string) => void): void {
  for (const { message, status } of run.results) if (status === 'error' && message) complain(message[language])
}

export const jsonOf = (
  run: Run,
  tables: readonly StagedTable[],
  unread: readonly QcInputError[],
  first: ReadonlyMap<string, readonly Violation[]>,
  unreadRows: ReadonlyMap<string, number> = new Map(),
) => ({
  engine: run.engine,
  now: run.now,
  tables: tables.map(({ name, rows, columns, source }) => ({ name, rows, columns, source })),
  ...(unread.length > 0 ? { unread: unread.map(({ code, text }) => ({ code, message: text })) } : {}),
  score: run.score,
  results: run.results,
  // By parameter: rows with a value that could not be read and was not judged.
  ...(unreadRows.size > 0 ? { unreadRows: Object.fromEntries(unreadRows) } : {}),
  ...(first.size > 0 ? { violations: Object.fromEntries(first) } : {}),
})
