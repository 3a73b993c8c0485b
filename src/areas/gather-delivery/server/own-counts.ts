import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { reachIn } from '#study/team.ts'

type Reach = Awaited<ReturnType<typeof reachIn>>
const COUNTS = ['rowsIn', 'rowsStored', 'rowsChanged', 'rowsSame', 'rowsRejected'] as const
const objectIn = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Of the file of several sites somebody of one of them learns how many rows are theirs, and nothing of how many the others have. */
const narrowed = ({ kind, id }: Ctx['actor'], row: AnyRow, reach: Reach): AnyRow => {
  const { by, sites } = objectIn(row['manifest'])
  const sender = objectIn(by)
  const isOwn = (sender['kind'] === kind && sender['id'] === id) || (kind === 'member' && row['sender'] === id)
  if (reach === 'all' || isOwn || (Array.isArray(sites) && sites.every((site) => reach.has(Number(site))))) return row
  const diff = objectIn(row['diff'])
  const theirs = Object.entries(objectIn(diff['sites'])).filter(([site]) => reach.has(Number(site)))
  return {
    ...row,
    ...Object.fromEntries(COUNTS.flatMap((name) => (name in row ? [[name, null]] : []))),
    ...(row['diff'] === null || row['diff'] === undefined
      ? {}
      : { diff: { files: diff['files'], sites: Object.fromEntries(theirs), checked: null } }),
  }
}

export const ownCounts = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  const reaches = new Map<number, Reach>()
  for (const study of new Set(rows.flatMap((row) => (row['department'] === null ? Number(row['study']) : []))))
    reaches.set(study, await reachIn(ctx.db, ctx.actor, study))
  return rows.map((row) => (row['department'] === null ? narrowed(ctx.actor, row, reaches.get(Number(row['study'])) ?? new Set()) : row))
}
