import * as z from 'zod'
import type { Judged } from '#study/run/judge.ts'

const byPlace = <T extends z.ZodType>(of: T) => z.record(z.string(), of)
const shape = z.object({
  hidden: byPlace(z.array(z.string())),
  slots: byPlace(byPlace(z.string())),
  discreet: z.array(z.string()),
})
export type Told = z.infer<typeof shape>

/** What a run notes to read its violations again as it entered them. */
export const toldBy = ({ hidden, slots, discreet }: Judged): Pick<Judged, 'hidden' | 'slots' | 'discreet'> => ({ hidden, slots, discreet })
/** Null of a run that noted nothing: of its violations no value is shown. */
export const readTold = (stored: unknown): Told | null => shape.safeParse(stored).data ?? null
