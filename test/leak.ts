import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll } from 'vitest'

// What a test file leaves behind, a day of the product leaves behind a thousand times. Checked last: hooks of a setup file run after the file's own.
const outside = tmpdir()
const folder = mkdtempSync(join(outside, 'http-test-'))
process.env['TMPDIR'] = folder

const DESCRIPTORS = process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd'
/** Requests of files come and go by themselves, and the channel to the runner is not the test's. */
const PASSING = new Set([
  'FSReqCallback',
  'FSReqPromise',
  'GetAddrInfoReqWrap',
  'Immediate',
  'CloseReq',
  'PipeWrap',
  'MessagePort',
  'TTYWrap',
])
const count = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
const handles = () => count(process.getActiveResourcesInfo().filter((name) => !PASSING.has(name)))
const descriptors = () => readdirSync(DESCRIPTORS).length

const before = { handles: handles(), descriptors: descriptors() }
/** The runner opens a file or two of its own. */
const ALLOWED_DESCRIPTORS = 4

const leaks = (): string[] => {
  const now = handles()
  const more = Object.entries(now).filter(([name, n]) => n > (before.handles[name] ?? 0) + (name === 'Timeout' ? 1 : 0))
  return [
    ...more.map(([name, n]) => `${n - (before.handles[name] ?? 0)} × ${name} still open`),
    ...(descriptors() > before.descriptors + ALLOWED_DESCRIPTORS ? [`${descriptors() - before.descriptors} descriptors still open`] : []),
    ...readdirSync(folder).map((name) => `temporary file ${name} still there`),
  ]
}

// The body of an answer that nobody read holds its connection until it is collected: whether that has happened must not decide.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const SETTLE_MS = 15_000
afterAll(async () => {
  const until = Date.now() + SETTLE_MS
  for (let turn = 1; leaks().length && Date.now() < until; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (turn % 20 === 0) collect()
  }
  const left = leaks()
  process.env['TMPDIR'] = outside
  rmSync(folder, { recursive: true, force: true })
  if (left.length) throw new Error(`This test file left behind: ${left.join('; ')}`)
}, 2 * SETTLE_MS)
