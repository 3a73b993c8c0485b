import { ROW, type ImportNote } from '../table.ts'

/** Names the reader itself adds; a file may carry them too. */
const RESERVED = [ROW, 'file_row_number', 'filename']

/**
 * SQL compares names without case, so `ID` beside `id` would be one column. Every name stays as found when it can; the later
 * of two equal ones gets a number, and an empty one its position.
 */
export function uniqueNames(header: readonly string[]): string[] {
  const taken = new Set(RESERVED)
  const plain = header.map((cell, index) => cell.replaceAll('\0', '').trim() || `column_${index + 1}`)
  const wanted = new Set(plain.map((name) => name.toLowerCase()))
  return plain.map((name) => {
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()) || (n > 2 && wanted.has(unique.toLowerCase())); n++) unique = `${name}_${n}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

export function headerNotes(header: readonly (string | null)[], columns: readonly string[]): ImportNote[] {
  const notes: ImportNote[] = []
  for (const [index, cell] of header.entries()) {
    const column = columns[index] as string
    const plain = (cell ?? '').trim()
    if (plain === '') notes.push({ code: 'blank_header', column, detail: String(index + 1), severity: 'warning' })
    else if (plain !== column) notes.push({ code: 'renamed_header', column, detail: plain, severity: 'warning' })
  }
  return notes
}
