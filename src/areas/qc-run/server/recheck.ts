import type { Ctx } from '#server'
import { recheckShape, type Recheck } from '#study/run/recheck.ts'
import { qcRun } from '../index.ts'

type Wanted = Omit<Recheck, 'study'>
type Pair = Wanted['pairs'][number]
const shape = recheckShape.omit({ study: true })

/** What a run was asked to look at again; null where it judges by a set. */
export const readRecheck = (stored: unknown): Wanted | null => shape.safeParse(stored).data ?? null

const keyOf = ({ form, subject }: Pair): string => `${form} ${subject}`
type Calm = { readonly seconds: number; readonly most: number; readonly now: number }
/**
 * Both together, each once. A pair is calm so many seconds after its last change, and never more than these after the first: whoever is still at
 * work puts off their own pairs alone.
 */
export const joined = (waiting: Wanted | null, asked: Wanted, { seconds, most, now }: Calm): Wanted => {
  const pairs = new Map((waiting?.pairs ?? []).map((pair) => [keyOf(pair), pair]))
  for (const pair of asked.pairs) {
    const since = pair.since ?? pairs.get(keyOf(pair))?.since ?? now
    pairs.set(keyOf(pair), { ...pair, since, due: pair.due ?? Math.min(now + seconds * 1000, since + most * 1000) })
  }
  return { parameters: [...new Set([...(waiting?.parameters ?? []), ...asked.parameters])], pairs: [...pairs.values()] }
}
export const firstDue = ({ pairs }: Wanted): number => pairs.reduce((least, { due = 0 }) => Math.min(least, due), Infinity)
/** Stored larger than it can be read again, it would be taken for a run about everything. */
export const fits = (wanted: Wanted): boolean => shape.safeParse(wanted).success

/** What a run that begins now looks at, and what it leaves: at least the pair that it began for, whatever the clocks say. */
export const ripeAt = (wanted: Wanted, now: number): { ripe: Wanted; rest: Wanted | null } => {
  const at = Math.max(now, firstDue(wanted))
  const isRipe = ({ due = 0 }: Pair): boolean => due <= at
  const later = wanted.pairs.filter((pair) => !isRipe(pair))
  return { ripe: { ...wanted, pairs: wanted.pairs.filter(isRipe) }, rest: later.length > 0 ? { ...wanted, pairs: later } : null }
}

const ASKED = `SELECT study, asked FROM qc_run WHERE id = $1 AND state = 'waiting' FOR UPDATE`
/** Leaves to another re-check what somebody is still at work on. Answers that, to be asked for once this run no longer waits. */
export const leaveRest = async (ctx: Ctx, run: number): Promise<Recheck | null> => {
  const [row] = await ctx.db.query<{ study: number; asked: unknown }>(ASKED, [run])
  const wanted = readRecheck(row?.asked)
  if (!row || !wanted) return null
  const { ripe, rest } = ripeAt(wanted, Date.now())
  if (rest) await ctx.engine.edit(ctx, qcRun.name, { id: run }, { asked: ripe })
  return rest && { study: row.study, ...rest }
}
