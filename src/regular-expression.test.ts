import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import type { checkSync as check } from 'recheck'
import { PROVES_ALL, SEED } from '../test/seed.ts'

// The build without Java and native parts: the same verdict on every machine.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as { checkSync: typeof check }
const ROOT = resolve(import.meta.dirname, '..')
const files = globSync('src/{kernel,study,server,worker,areas,web,qc}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !file.includes('.test.') && !file.includes('/testing/'),
)
/** Compiles patterns of people, and runs them only against a clock. */
const GIVEN = 'src/qc/pattern.ts'

// By steps, not by the clock: a busy machine gets the same verdicts, only later. What an attack does not finish in its time is called slow.
const LIMITS = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null } as const

type Found = { pattern: string; flags: string; place: string }
const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Every literal; an expression put together while running stands here too, as one that nobody can check. */
const expressionsIn = (file: string): Found[] => {
  const text = readFileSync(resolve(ROOT, file), 'utf8')
  const found: Found[] = []
  const walk = (node: unknown): void => {
    if (!isNode(node)) return
    const place = () => `${file}:${text.slice(0, node['start'] as number).split('\n').length}`
    const { type, regex, callee } = node as { type?: string; regex?: { pattern: string; flags: string }; callee?: { name?: string } }
    if (type === 'Literal' && regex) found.push({ ...regex, place: place() })
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp' && file !== GIVEN)
      found.push({ pattern: '', flags: '?', place: place() })
    for (const value of Object.values(node)) walk(value)
  }
  walk(parseSync(file, text).program)
  return found
}

/**
 * A verdict is a function of the expression, the checker and its steps, and half a minute goes into all of them: what was proved stands in a file, as
 * a sum of the three. What is new is proved in every run, and so are a few of those in the file, chosen by the seed. `PROVE=all` proves all and writes it anew.
 */
const FILE = resolve(import.meta.dirname, 'regular-expression.proved.txt')
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }
const sumOf = (expression: string): string =>
  createHash('sha256')
    .update(`${version} ${JSON.stringify(LIMITS)} ${expression}`)
    .digest('base64url')
    .slice(0, 24)
const proved = new Set(PROVES_ALL ? [] : readFileSync(FILE, 'utf8').split('\n'))
const isChosen = (sum: string): boolean => createHash('sha256').update(`${SEED} ${sum}`).digest().readUInt8() < 8

const byExpression = Map.groupBy(files.flatMap(expressionsIn), ({ pattern, flags }) => `/${pattern}/${flags}`)

test('the checker knows a slow expression from a quick one', () => {
  const verdicts = (patterns: string[]) => patterns.map((pattern) => checkSync(pattern, 'g', LIMITS)).map((v) => `${v.checker} ${v.status}`)
  expect(verdicts(['<[^>]*>', '(a*)*b', '^[a-z]+$', '<[^<>]*>'])).toEqual([
    'automaton vulnerable',
    'automaton vulnerable',
    'automaton safe',
    'automaton safe',
  ])
  // What looks ahead, or repeats by numbers, is judged by attacks.
  expect(verdicts(['^(?!b)(a+)+$', '^(?!no$)(\\w+)*$', '^(?!b)a+$', '^[0-9a-f]{64}$'])).toEqual([
    'fuzz vulnerable',
    'fuzz vulnerable',
    'fuzz safe',
    'fuzz safe',
  ])
})

test('no regular expression takes more than linear time, whatever it is given', { timeout: 1_200_000 }, () => {
  expect(byExpression.size).toBeGreaterThan(150)
  const slow = [...byExpression].flatMap(([expression, places]) => {
    const { pattern, flags } = places[0]!
    const sum = sumOf(expression)
    if (proved.has(sum) && !isChosen(sum)) return []
    const verdict = flags === '?' ? 'unknown' : checkSync(pattern, flags, LIMITS).status
    return verdict === 'safe' ? [] : [`${verdict} ${expression} at ${places.map((p) => p.place).join(', ')}`]
  })
  expect(slow).toEqual([])
  if (PROVES_ALL)
    writeFileSync(
      FILE,
      [...byExpression.keys()]
        .map((expression) => `${sumOf(expression)}\n`)
        .toSorted()
        .join(''),
    )
})
