import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { holdsPart, reachIn } from '#study/team.ts'

type Reach = Awaited<ReturnType<typeof reachIn>>
const COUNTS = ['rowsIn', 'rowsStored', 'rowsChanged', 'rowsSame', 'rowsRejected'] as const
const objectIn = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Of the file of several sites, whether somebody of one of them reads it: what it counts is of others too. */
const isNarrowed = ({ kind, id }: Ctx['actor'], row: AnyRow, reach: Reach): boolean => {
  const { by, sites } = objectIn(row['manifest'])
  const sender = objectIn(by)
  const isOwn = (sender['kind'] === kind && sender['id'] === id) || (kind === 'member' && row['sender'] === id)
  return reach !== 'all' && !isOwn && !(Array.isArray(sites) && sites.every((site) => reach.has(Number(site))))
}
/** They learn how many rows are theirs, and nothing of how many the others have, or in which lines these stand. */
const narrowed = (row: AnyRow, reach: Reach): AnyRow => {
  const diff = objectIn(row['diff'])
  const theirs = Object.entries(objectIn(diff['sites'])).filter(([site]) => reach !== 'all' && reach.has(Number(site)))
  const { rows: _, notes: __, ...manifest } = objectIn(row['manifest'])
  return {
    ...row,
    ...Object.fromEntries(COUNTS.flatMap((name) => (name in row ? [[name, null]] : []))),
    ...(row['manifest'] ? { manifest } : {}),
    ...(row['diff'] ? { diff: { files: diff['files'], sites: Object.fromEntries(theirs), checked: null } } : {}),
  }
}

/** Those of these rows that this reader gets narrowed, with what they reach. */
const narrowedAmong = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<ReadonlyMap<number, Reach>> => {
  const reaches = new Map<number, Reach>()
  const shared = rows.filter((row) => row['department'] === null)
  for (const study of new Set(shared.map((row) => Number(row['study'])))) reaches.set(study, await reachIn(ctx.db, ctx.actor, study))
  return new Map(
    shared.flatMap((row): [number, Reach][] => {
      const reach = reaches.get(Number(row['study'])) ?? new Set()
      return isNarrowed(ctx.actor, row, reach) ? [[row.id, reach]] : []
    }),
  )
}
export const ownCounts = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<readonly AnyRow[]> => {
  const reaches = await narrowedAmong(ctx, rows)
  return rows.map((row) => {
    const reach = reaches.get(row.id)
    return reach ? narrowed(row, reach) : row
  })
}

const NARROWED = [...COUNTS, 'manifest', 'diff']
/** For their story: what was counted before is as little theirs. */
export const withheldCounts = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<Record<number, readonly string[]>> =>
  Object.fromEntries([...(await narrowedAmong(ctx, rows)).keys()].map((id) => [id, NARROWED]))
/** A filter would count for them: whoever is at a site of some study does not ask by these. */
export const countsAsked = async ({ db, actor }: Ctx): Promise<readonly string[]> => ((await holdsPart(db, actor)) ? NARROWED : [])
