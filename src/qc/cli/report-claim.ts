import { QcInputError } from '../source/input-error.ts'
import type { QcDatabase } from '../table.ts'
import type { Invocation } from './arguments.ts'
import { claimOutput } from './output-file.ts'
import type { Reported } from './report-file.ts'
import type { Session } from './session.ts'

/** Before the work begins: a name that says what is wanted, in a place that can be written to. */
export async function claimReports({ reports }: Invocation, inputs: readonly string[]): Promise<void> {
  for (const file of reports) {
    if (!/\.(?:html|xlsx)$/i.test(file))
      throw new QcInputError(
        'usage',
        { file },
        { zh: '--report 的文件名应以 .html 或 .xlsx 结尾', en: '--report takes a name ending in .html or .xlsx' },
      )
    await claimOutput(file, inputs)
  }
}

/** One sentence per written file. Most runs write none, and what writes them takes a while to load. */
export async function writeReports(
  invocation: Invocation,
  session: Pick<Session, 'tables' | 'progress'> & { db: QcDatabase },
  given: Reported,
): Promise<string[]> {
  if (invocation.reports.length === 0) return []
  return (await import('./report-file.ts')).renderReports(invocation, session, given)
}
