import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
/** What is taken on trust: `as` and `!`, as many as there are. These numbers may only be made smaller: room left above would be filled. */
const PRODUCT = 'kernel,study,areas,server,worker,web'
const THERE_ARE: Record<string, { as: number; bang: number }> = {
  [PRODUCT]: { as: 332, bang: 297 },
  qc: { as: 177, bang: 149 },
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

test.each(Object.entries(THERE_ARE))('%s asserts no more types than it did; fewer are written down here', (zone, there) => {
  expect(countIn(zone), zone).toEqual(there)
})
