import { createHash } from 'node:crypto'

type Kept = { hash: string; output: unknown }
/** `done`: what finished steps answered, and for which input. `mark`: how far the step at work has come. */
export type Checkpoint = { done?: Record<string, Kept>; mark?: { step: string; hash: string; value: unknown } }

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The database keeps the names of an object in an order of its own: the hash must not depend on it. */
export const hashOf = (step: string, input: unknown, done: object): string =>
  createHash('sha256')
    .update(JSON.stringify([step, input, done], inOrder))
    .digest('base64url')

/** What a step left behind, if it worked on the same input then. */
export const keptOf = ({ done }: Checkpoint, step: string, hash: string): Kept | undefined => {
  const kept = done && Object.hasOwn(done, step) ? done[step] : undefined
  return kept?.hash === hash ? kept : undefined
}
export const markOf = ({ mark }: Checkpoint, step: string, hash: string): unknown =>
  mark?.step === step && mark.hash === hash ? mark.value : undefined
