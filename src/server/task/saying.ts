import type { Words } from '#kernel'

/**
 * How a field of an input or a result reads: what it is called; `of`: it holds numbers of records of that resource; `names`: it holds names of
 * resources; `unit`: what it counts; `options`: what its values are called. Null: it says nothing to people.
 */
export type Saying = (Words & { of?: string; names?: 'resource'; unit?: 'bytes'; options?: Readonly<Record<string, Words>> }) | null
export type Says = Readonly<Record<string, Saying | undefined>>

/** What people read of a kind of work. */
type Known = { title: Words; says: Says }
/** By kind: a page has only the row of a task. */
const known = new Map<string, Known>()
export const knowTask = (kind: string, words: Known): void => void known.set(kind, words)
export const knownTask = (kind: string): Known | undefined => known.get(kind)
