import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'supervisor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Program = { name: string; command: string; args: string[]; log: string; isSpare?: true }
/** A program of a few words; `life` counts its starts from 1. Each start leaves a line in its log. */
let made = 0
const program = (code: string, name = 'server'): Program => {
  const log = join(folder, `${++made}`)
  const text = `import fs from 'node:fs'; fs.appendFileSync(${JSON.stringify(log)}, 'x')
    const life = fs.readFileSync(${JSON.stringify(log)}, 'utf8').length; ${code}`
  return { name, command: process.execPath, args: ['--input-type=module', '-e', text], log }
}
const starts = ({ log }: Program) => readFileSync(log, 'utf8').length

const launcher = `import { supervise } from ${JSON.stringify(new URL('supervisor.mjs', import.meta.url).href)}
  process.exitCode = await supervise(...JSON.parse(process.argv[1]))`
const QUICK = { firstMs: 1, longestMs: 4, steadyMs: 600_000, tries: 3 }
const launch = (programs: Program[], pace: object = QUICK) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', launcher, JSON.stringify([programs, pace])], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const words: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => words.push(chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text: words.join('') }))
  return { child, ended, saying: (what: string) => saying(child, words, what) }
}
const saying = async (child: ChildProcess, words: readonly string[], what: string): Promise<void> => {
  while (!words.join('').includes(what)) {
    if (child.exitCode !== null) throw new Error(`ended without saying "${what}":\n${words.join('')}`)
    await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), once(child, 'exit')])
  }
}

test('one that ends by itself is not started again', async () => {
  const one = program('process.exit(0)')
  expect(await launch([one]).ended).toEqual({ code: 0, text: '' })
  expect(starts(one)).toBe(1)
})

test('one that refuses to start has said why: it is not started again', async () => {
  const one = program(`console.error('The port is in use.'); process.exit(78)`)
  expect(await launch([one]).ended).toEqual({ code: 78, text: 'The port is in use.\n' })
  expect(starts(one)).toBe(1)
})

test('one that breaks down is started again, and the terminal says so', async () => {
  const one = program('process.exit(life < 3 ? 70 : 0)')
  const { code, text } = await launch([one]).ended
  expect([code, starts(one)]).toEqual([0, 3])
  expect(text).toContain('The server ended unexpectedly (code 70). It is started again in 0.001 s (try 1 of 3).')
  expect(text).toContain('started again in 0.002 s (try 2 of 3)')
})

test('a kill from outside is a breakdown and is named', async () => {
  const one = program(`if (life === 1) process.kill(process.pid, 'SIGKILL')`)
  const { code, text } = await launch([one]).ended
  expect([code, starts(one)]).toEqual([0, 2])
  expect(text).toContain('(SIGKILL)')
})

test('one that breaks down again and again is given up with a sentence; the pauses grow up to a limit', async () => {
  const one = program('process.exit(70)')
  const { code, text } = await launch([one], { ...QUICK, tries: 5 }).ended
  expect([code, starts(one)]).toEqual([70, 6])
  expect([...text.matchAll(/again in ([\d.]+) s/g)].map((found) => found[1])).toEqual(['0.001', '0.002', '0.004', '0.004', '0.004'])
  expect(text).toMatch(/started 6 times and never ran for long: giving up/)
})

test('one that ran well for a while has all its tries again', async () => {
  const one = program('process.exit(life < 6 ? 70 : 0)')
  const { code } = await launch([one], { ...QUICK, steadyMs: 0, tries: 1 }).ended
  expect([code, starts(one)]).toEqual([0, 6])
})

test('what a start is refused after a good run may come back: it is tried again', async () => {
  const one = program('process.exit([70, 78, 0][life - 1])')
  expect([(await launch([one], { ...QUICK, steadyMs: 0 }).ended).code, starts(one)]).toEqual([0, 3])
})

const waiting = (onTerm: string) => `process.on('SIGTERM', () => { ${onTerm} }); setInterval(() => {}, 1000); console.log('ready', life)`

test('a signal is passed on, and what ends then is not started again, however it ends', async () => {
  for (const [code, onTerm] of [
    [0, 'process.exit(0)'],
    [1, 'process.exit(1)'],
  ] as const) {
    const one = program(waiting(onTerm))
    const { child, ended, saying } = launch([one])
    await saying('ready')
    child.kill('SIGTERM')
    expect([(await ended).code, starts(one)]).toEqual([code, 1])
  }
})

test('a signal ends the pause before the next start', async () => {
  const one = program('process.exit(70)')
  const { child, ended, saying } = launch([one], { ...QUICK, firstMs: 600_000, longestMs: 600_000 })
  await saying('started again')
  child.kill('SIGTERM')
  expect([(await ended).code, starts(one)]).toEqual([70, 1])
})

test('several are kept beside each other: one is started again alone, and when one ends for good so do the others', async () => {
  const steady = program(waiting('process.exit(0)'), 'server')
  const poor = program(`setInterval(() => fs.existsSync(${JSON.stringify(steady.log)}) && process.exit(70), 10)`, 'worker')
  const { code, text } = await launch([steady, poor]).ended
  expect([code, starts(steady), starts(poor)]).toEqual([70, 1, 4])
  expect(text).toContain('The worker ended unexpectedly')
})

test('a spare one that breaks down again and again is tried for ever and ends nobody', async () => {
  const spare: Program = { ...program('process.exit(70)', 'worker'), isSpare: true }
  const refused: Program = { ...program('process.exit(78)', 'worker'), isSpare: true }
  const steady = program(`process.on('SIGTERM', () => process.exit(0)); setInterval(() => {
    try { if (fs.readFileSync(${JSON.stringify(spare.log)}, 'utf8').length > 6) process.exit(0) } catch {} }, 10)`)
  const { code, text } = await launch([steady, spare, refused]).ended
  expect([code, starts(steady), starts(refused)]).toEqual([0, 1, 1])
  expect(starts(spare)).toBeGreaterThan(6)
  expect(text).not.toContain('giving up')
})
