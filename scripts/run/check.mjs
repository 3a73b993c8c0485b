import { runBin } from './child.mjs'
import { say } from './sentence.mjs'

const checks = [
  ['types', 'tsc', '-b'],
  ['lint', 'oxlint', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
]

/** Runs all of them, so that one report shows everything that is wrong. */
export const check = async (runtime) => {
  const counts = { passed: 0, failed: 0 }
  for (const [name, bin, ...args] of checks) {
    const code = await runBin(runtime, bin, args).code
    counts[code === 0 ? 'passed' : 'failed']++
    if (code !== 0) say(`${name}: failed`)
  }
  return counts
}
