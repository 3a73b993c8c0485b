import { runBin } from './child.mjs'
import { say } from './sentence.mjs'

const checks = [
  ['types', 'tsc', '-b'],
  ['lint', 'oxlint', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
]

/** Runs all of them, so that one report shows everything that is wrong. `hear` gets what they say where another stage is speaking. */
export const check = async (runtime, hear) => {
  const counts = { passed: 0, failed: 0 }
  for (const [name, bin, ...args] of checks) {
    const { child, code } = runBin(runtime, bin, args, hear ? { stdio: ['ignore', 'pipe', 'pipe'] } : {})
    if (hear) for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear)
    const isFine = (await code) === 0
    counts[isFine ? 'passed' : 'failed']++
    if (!isFine) (hear ?? say)(`${name}: failed\n`)
  }
  return counts
}
