import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES, TRAITS } from '#kernel'
import { columnTitle } from './column-title.ts'

test('columns that come with a trait or with every record have a title in both languages, the same in lists and on the server', () => {
  const names = ['id', 'version', ...Object.values(TRAITS).flatMap(({ columns }) => Object.keys(columns))]
  expect(names).toContain('lockedAt')
  for (const language of LANGUAGES) {
    const { column } = JSON.parse(readFileSync(`src/web/i18n/locale/${language}/field.json`, 'utf8'))
    for (const name of names) expect([name, columnTitle(undefined, language, name)]).toEqual([name, column[name]])
    expect(columnTitle(undefined, language, 'createdAt')).not.toBe('createdAt')
  }
})
