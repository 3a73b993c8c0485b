import { readTable } from '#web/import/read-table.ts'
import { readDictionary } from './api.ts'

const MOST = 20_000
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** A dictionary from a sheet, in whatever encoding or in Excel: its cells go to the server, which knows the dialects. */
export const readFile = async (file: File) => {
  const { head, rows } = await readTable(file, MOST)
  return readDictionary([head, ...rows].map((cells) => cells.map(quoted).join(',')).join('\r\n'), file.name)
}
