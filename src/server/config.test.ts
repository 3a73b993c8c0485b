import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, SETTINGS } from './config.ts'

const rows = [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([A-Z_\d]+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(
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

test('a bucket is shared only with all that it takes, and not beside a folder', () => {
  const bucket = {
    TRINO_SHARE_S3: 'https://s3:9000',
    TRINO_SHARE_S3_KEY: 'k',
    TRINO_SHARE_S3_SECRET: 's',
    TRINO_SHARE_LOCATION: 's3://b/qc',
  }
  expect(readConfig(bucket)).toMatchObject(bucket)
  for (const wrong of [{ TRINO_SHARE_S3_SECRET: '' }, { TRINO_SHARE_LOCATION: 'local:///qc' }, { TRINO_SHARE_DIR: '/qc' }])
    expect(() => readConfig({ ...bucket, ...wrong })).toThrow('TRINO_SHARE_S3 needs')
})
