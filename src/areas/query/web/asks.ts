import type { Asked } from '#web/resource/half.ts'

export type Deed = 'answer' | 'decide' | 'cancel' | 'remark' | 'close'
export type Offered = { field: string | null; _may?: Record<Deed, boolean> }

/** Whoever decides may still close it, and do nothing else: it lies behind a lock. */
const isTrapped = ({ _may }: Offered): boolean => _may?.close === true && !_may.decide
const blank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''

/** A word about it, unless it is confirmed as it is or the right value says it; a value only where it is about one. */
export const answerAsks = ([row]: readonly Offered[], { category, value }: Readonly<Record<string, unknown>>): Asked => ({
  ...(row?.field === null ? { value: 'never' } : {}),
  ...(blank(category) || category === 'confirmed' || (category === 'corrected' && !blank(value)) ? {} : { note: 'required' }),
})
/** Nobody can answer it any more: why it is closed all the same stands in the trail. */
export const closeAsks = (rows: readonly Offered[]): Asked => (rows.some(isTrapped) ? { note: 'required' } : {})
