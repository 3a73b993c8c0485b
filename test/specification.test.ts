import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const NUMBER = /\b(?:AA|[RAETVPCM])-\d{2}\b/g
const explained = new Set(
  [...readFileSync('docs/specification.md', 'utf8').matchAll(/^\| ((?:AA|[RAETVPCM])-\d{2}) /gm)].map(([, n]) => n!),
)

test('every number in the title of a test is explained in docs/specification.md', () => {
  const titles = globSync(['test/**/*.{test,spec}.ts', 'src/**/*.test.{ts,tsx}']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:test|it|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])(.*?)\1/g)].map(
      ([, , title]) => title!,
    ),
  )
  const used = new Set(titles.flatMap((title) => title.match(NUMBER) ?? []))
  expect([...used].filter((n) => !explained.has(n))).toEqual([])
  expect(used.size).toBeGreaterThan(60)
})
