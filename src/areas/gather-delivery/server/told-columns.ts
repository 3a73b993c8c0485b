import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { slotIn } from '#study/delivery/mapping.ts'
import { untoldCells } from '#study/told.ts'

const objectIn = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
const columnOf = (note: unknown): unknown => objectIn(note)['column']

type Cells = Awaited<ReturnType<typeof untoldCells>>
/** The columns of its file that fill a variable which this person is not told of. */
const hiddenIn = (row: AnyRow, cells: Cells): ReadonlySet<unknown> => {
  const untold = new Set(cells.flatMap(({ form, slot }) => (form === row['form'] ? [slot] : [])))
  const filled = Object.entries(objectIn(objectIn(row['manifest'])['mapping']))
  return new Set(filled.flatMap(([column, target]) => (untold.has(slotIn(String(target)) ?? '') ? [column] : [])))
}

/** What reading says of the columns of a file, without those. */
export const toldColumns = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  const cells = rows.length === 0 ? [] : await untoldCells(ctx)
  if (cells.length === 0) return rows
  return rows.map((row) => {
    const hidden = hiddenIn(row, cells)
    if (hidden.size === 0) return row
    const { columns, mapping, notes, ...manifest } = objectIn(row['manifest'])
    const filled = Object.entries(objectIn(mapping))
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

/** Those of these deliveries whose story would tell such columns. */
export const withheldColumns = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<readonly number[]> => {
  const cells = rows.length === 0 ? [] : await untoldCells(ctx)
  return cells.length === 0 ? [] : rows.flatMap((row) => (hiddenIn(row, cells).size > 0 ? [row.id] : []))
}
