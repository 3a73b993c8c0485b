import { identifier } from '../sql.ts'
import { ROW } from '../table.ts'
import type { Invocation } from './arguments.ts'
import { withTables } from './session.ts'
import { sourceLines } from './source-report.ts'
import { textTable } from './text-table.ts'

const ROWS = 10
const COLUMNS = 60

/** The first records as they were read, before anybody writes a rule about them. */
export async function headCommand(
  invocation: Invocation,
  print: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  return withTables(
    invocation,
    [],
    async ({ db, tables, unread, progress }) => {
      const zh = invocation.language === 'zh'
      const blocks: string[] = []
      const records: Record<string, Record<string, unknown>[]> = {}
      for (const table of tables) {
        const shown = invocation.json ? table.columns : table.columns.slice(0, COLUMNS)
        const select = [ROW, ...shown].map(identifier).join(', ')
        const from = table.narrow?.(shown) ?? table.relation
        const rows = await db.all(`SELECT ${select} FROM ${from} ORDER BY ${identifier(ROW)} LIMIT ${invocation.first ?? ROWS}`)
        records[table.name] = rows
        const cells = rows.map((row) => [String(row[ROW]), ...shown.map((column) => (row[column] as string | null) ?? '∅')])
        const rest = table.columns.length - shown.length
        blocks.push(
          sourceLines(table, invocation.language).join('\n'),
          textTable([{ title: '#', right: true }, ...shown.map((title) => ({ title, most: 28 }))], cells),
          ...(rest > 0 ? [zh ? `… 另有 ${rest} 列` : `… ${rest} more columns`] : []),
        )
      }
      progress.clear()
      for (const error of unread) complain(error.text[invocation.language])
      print(invocation.json ? JSON.stringify(records, null, 2) : blocks.join('\n\n'))
      return unread.length > 0 ? 2 : 0
    },
    true,
  )
}
