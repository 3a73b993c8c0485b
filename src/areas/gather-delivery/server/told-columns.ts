import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { slotIn } from '#study/delivery/mapping.ts'
import { untoldCells } from '#study/told.ts'

const objectIn = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
const columnOf = (note: unknown): unknown => objectIn(note)['column']

/** What reading says of the columns of a file, without those that fill a variable which this person is not told of. */
export const toldColumns = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  const cells = rows.length === 0 ? [] : await untoldCells(ctx)
  if (cells.length === 0) return rows
  return rows.map((row) => {
    const untold = new Set(cells.flatMap(({ form, slot }) => (form === row['form'] ? [slot] : [])))
    const { columns, mapping, notes, ...manifest } = objectIn(row['manifest'])
    const filled = Object.entries(objectIn(mapping))
    const hidden = new Set<unknown>(filled.flatMap(([column, target]) => (untold.has(slotIn(String(target)) ?? '') ? [column] : [])))
    if (hidden.size === 0) return row
    return {
      ...row,
      manifest: {
        ...manifest,
        mapping: Object.fromEntries(filled.filter(([column]) => !hidden.has(column))),
        ...(Array.isArray(columns) ? { columns: columns.filter((column) => !hidden.has(column)) } : {}),
        ...(Array.isArray(notes) ? { notes: notes.filter((note) => !hidden.has(columnOf(note))) } : {}),
      },
    }
  })
}
