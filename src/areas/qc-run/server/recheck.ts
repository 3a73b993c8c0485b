import { recheckShape, type Recheck } from '#study/run/recheck.ts'

type Wanted = Omit<Recheck, 'study'>
const shape = recheckShape.omit({ study: true })

/** What a run was asked to look at again; null where it judges by a set. */
export const readRecheck = (stored: unknown): Wanted | null => shape.safeParse(stored).data ?? null

/** Both together, each once. */
export const joined = (one: Wanted, other: Wanted): Wanted => {
  const pairs = new Map([...one.pairs, ...other.pairs].map((pair) => [`${pair.form} ${pair.subject}`, pair]))
  return { parameters: [...new Set([...one.parameters, ...other.parameters])], pairs: [...pairs.values()] }
}
