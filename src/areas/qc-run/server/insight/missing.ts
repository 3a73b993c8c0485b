import type { Actor, Call } from '#server'
import { modelOf, seesWhole } from './model.ts'
import { namesOf } from './names.ts'
import { openRun } from './run.ts'

/** Where values are missing: columns across, slices of the records down, as the run read them. Of records only what is entered: who and when is always there. */
export const missing = async (call: Call, actor: Actor) => {
  const opened = await openRun(call, actor)
  // Figures of all sites: who reaches some of them is told so.
  if (!(await seesWhole(opened.ctx.db, actor, opened.run))) return { isKept: true, isWithheld: true, tables: [] }
  const model = await modelOf(opened)
  if (!model) return { isKept: false, tables: [] }
  const called = await namesOf(opened.ctx, opened.run.datafile === null ? opened.run.study : null)
  const tables = model.tables.flatMap(({ name, rows, columns, missing: matrix }) => {
    if (!matrix || matrix.height === 0) return []
    const own = called(name)
    const shown = matrix.columns.flatMap((column, at) => {
      const slot = own?.slots.get(column) ?? null
      return own && slot === null ? [] : [{ at, name: column, slot, missing: columns.find((one) => one.name === column)?.missing ?? 0 }]
    })
    return [
      {
        name,
        title: own?.title ?? name,
        form: own?.form ?? null,
        rows,
        columns: shown.map((column) => ({
          name: column.name,
          title: (column.slot !== null && own?.labels.get(column.slot)) || column.name,
          slot: column.slot,
          missing: column.missing,
        })),
        shares: matrix.shares.map((line) => shown.map(({ at }) => line[at] ?? 0)),
      },
    ]
  })
  return { isKept: true, tables }
}
