import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
/** What is taken on trust: `as` and `!`. These numbers may only be made smaller. */
const PRODUCT = 'kernel,areas,server,worker,web'
const AT_MOST: Record<string, { as: number; bang: number }> = {
  [PRODUCT]: { as: 335, bang: 319 },
  qc: { as: 183, bang: 154 },
}

type Node = { type?: string; typeAnnotation?: { typeName?: { name?: string } } }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const countIn = (zone: string) => {
  const found = { as: 0, bang: 0 }
  const walk = (node: unknown): void => {
    if (!isNode(node)) return
    // `as const` claims nothing.
    if (node.type === 'TSAsExpression' && node.typeAnnotation?.typeName?.name !== 'const') found.as++
    if (node.type === 'TSNonNullExpression') found.bang++
    for (const value of Object.values(node)) walk(value)
  }
  const files = globSync(`src/${zone === PRODUCT ? `{${zone}}` : zone}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (file) => !file.includes('.test.'),
  )
  for (const file of files) walk(parseSync(file, readFileSync(resolve(ROOT, file), 'utf8')).program)
  return found
}

test.each(Object.entries(AT_MOST))('%s asserts no more types than it did', (zone, most) => {
  const found = countIn(zone)
  expect(found.as, `as in ${zone}`).toBeLessThanOrEqual(most.as)
  expect(found.bang, `! in ${zone}`).toBeLessThanOrEqual(most.bang)
  // A test that finds nothing proves nothing.
  expect(found.as).toBeGreaterThan(50)
})
