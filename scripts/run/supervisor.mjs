import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { onStop, run } from './child.mjs'
import { say } from './sentence.mjs'

/** A program ends with this when it refuses to start and has said why: started again, it would only say it again. */
const REFUSED = 78
const PACE = { firstMs: 1000, longestMs: 30_000, steadyMs: 60_000, tries: 5 }

const nameOf = (code) => {
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return signal ? signal[0] : `code ${code}`
}

/** Runs a program until it ends for good; resolves with its code. `children` is where whoever ends it finds it. */
const keep = async ({ name, command, args, env, isSpare }, pace, stopping, children) => {
  let failures = 0
  let hasRun = false
  for (;;) {
    const began = performance.now()
    const { child, code: ending } = run(command, args, { env })
    children.add(child)
    const code = await ending
    children.delete(child)
    const isSteady = performance.now() - began >= pace.steadyMs
    hasRun ||= isSteady
    // One that has run before may be refused something that comes back, such as its database.
    if (code === 0 || stopping.aborted || (code === REFUSED && !hasRun)) return code
    failures = isSteady ? 1 : failures + 1
    const how = `The ${name} ended unexpectedly (${nameOf(code)}).`
    if (failures > pace.tries && !isSpare) {
      say(`${how} It was started ${failures} times and never ran for long: giving up. The lines above say why it ended.`)
      return code
    }
    const wait = Math.min(pace.firstMs * 2 ** (failures - 1), pace.longestMs)
    say(`${how} It is started again in ${wait / 1000} s${isSpare ? '' : ` (try ${failures} of ${pace.tries})`}.`)
    await pause(wait, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return code
  }
}

/**
 * Keeps programs running, each `{ name, command, args, env, isSpare }`: one that breaks down is started again, later each time it breaks
 * down soon. When one ends for good, by itself, on request or after too many tries, so do the others. Resolves with its code.
 * The others do without a spare one: it is tried for ever, and whatever becomes of it ends nobody.
 */
export const supervise = async (programs, pace = {}) => {
  const stopping = new AbortController()
  const children = new Set()
  const off = onStop(() => stopping.abort())
  try {
    const kept = programs.map((program) => keep(program, { ...PACE, ...pace }, stopping.signal, children))
    const code = await Promise.race(kept.filter((_, i) => !programs[i].isSpare))
    stopping.abort()
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(kept)
    return code
  } finally {
    off()
  }
}
