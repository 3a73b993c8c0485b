import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a name of an animation is given once: a second one would change every box that uses the first', () => {
  const files = globSync('src/{web,areas}/**/*.css')
  expect(files.length).toBeGreaterThan(50)
  const names = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name))
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})
