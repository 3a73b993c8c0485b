import { refuse } from '#kernel'
import { MASK } from '#server'
import type { Ctx } from '#server'
import { readsField } from '#server/resource/reads.ts'
import { columnsCalled, mayHold, secretNames } from '#study/record/secret.ts'
import locale from '../locale.ts'
import type { Shown } from './shown.ts'

/** What the variables are called that this person does not read, in the study that a file is of. */
export const namesHidden = async (ctx: Ctx, datafile: number): Promise<readonly string[]> =>
  (await secretNames(ctx.db, [datafile], (form, slot) => readsField(ctx, `clinical.data.f${form}`, slot))).get(datafile) ?? []

type Row = readonly (string | null)[]
/** Rows with what is hidden masked: whoever reads them is told that something stands there, and not what. */
export const maskedRows = (columns: readonly string[], rows: readonly Row[], names: readonly string[]): readonly Row[] => {
  const hidden = new Set(columnsCalled(columns, names))
  if (hidden.size === 0) return rows
  return rows.map((row) => row.map((cell, i) => (cell !== null && hidden.has(columns[i] ?? '') ? MASK : cell)))
}

/** What was kept of a table when it was read. A profile is made of values. */
export const maskedTable = (shown: Shown, names: readonly string[]): Shown => {
  const hidden = new Set(columnsCalled(shown.columns, names))
  return {
    ...shown,
    rows: maskedRows(shown.columns, shown.rows, names),
    profile: shown.profile.filter(({ name }) => !hidden.has(name)),
  }
}

const VERSIONS = 'SELECT kind, columns, header FROM datafile_version WHERE datafile = $1'
/** Taken out of its study, or into another, a file would be read by whoever may not read it where it is. */
export const refuseUnread = async (ctx: Ctx, datafile: number): Promise<void> => {
  const names = await namesHidden(ctx, datafile)
  const versions = await ctx.db.query<{ kind: string | null; columns: number | null; header: unknown }>(VERSIONS, [datafile])
  if (versions.some((version) => mayHold(version, names))) throw refuse(locale, 'secret')
}
