import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, SETTINGS } from './config.ts'

const rows = [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, name = '', fallback = '', meaning = '']) => ({ name, fallback, meaning }),
)
const names = Object.keys(SETTINGS)

test('docs/settings.md names every setting, in their order and no other, in both languages', () => {
  expect(rows.map((row) => row.name)).toEqual(names)
  for (const { name, meaning } of rows) expect(meaning, name).toMatch(/\w.* · .*[\u4e00-\u9fff]/)
})

test('docs/settings.md tells the value that a setting has when nobody gives one', () => {
  const plain = readConfig({})
  const valueOf = (config: object, name: string): unknown => Object.entries(config).find(([key]) => key === name)?.[1]
  for (const { name, fallback } of rows) {
    const given = /^`([^`]+)`$/.exec(fallback)?.[1]
    if (given) expect(valueOf(readConfig({ [name]: given }), name), name).toEqual(valueOf(plain, name))
    else {
      const [schema] = Object.entries(SETTINGS).find(([key]) => key === name)?.[1] ?? []
      expect(schema?.safeParse(undefined), name).toEqual({ success: true, data: undefined })
    }
  }
})
