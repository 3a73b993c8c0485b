import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { targetsCalled } from '#study/record/called.ts'

type Listed = { form: string }
const isListed = (one: unknown): one is Listed => typeof one === 'object' && one !== null && 'form' in one && typeof one.form === 'string'
const listedIn = ({ manifest }: AnyRow): Listed[] => (Array.isArray(manifest) ? manifest.filter(isListed) : [])

/** A manifest names forms by code, as what was signed does; beside it, what the study calls each. */
export const withFormNames = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const all = rows.flatMap((row) => listedIn(row).map(({ form }) => ({ study: Number(row['study']), target: form })))
  const names = await targetsCalled(ctx.db, ctx.language, all)
  return rows.map((row) => {
    const label = (one: Listed) => names[all.findIndex(({ study, target }) => study === row['study'] && target === one.form)] ?? one.form
    return Array.isArray(row['manifest']) ? { ...row, manifest: listedIn(row).map((one) => ({ ...one, label: label(one) })) } : row
  })
}
