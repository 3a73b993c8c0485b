import type { Actor } from './model/context.ts'

/** Work that somebody waits for, in this process; a command of the terminal has its own table. */
export type Work = { at: string; by: Actor; action: string; what: string }
const works = new Set<Work>()

/** Answers how to say that it is over. */
export const begin = (work: Omit<Work, 'at'>): (() => void) => {
  const mine: Work = { ...work, at: new Date().toISOString() }
  works.add(mine)
  return () => void works.delete(mine)
}

/** What runs now: everything for who may see everything, else the own. */
export const runningFor = (actor: Actor): Work[] =>
  [...works].filter(({ by }) => actor.super || (by.kind === actor.kind && by.id === actor.id)).toReversed()
