import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { TriedRow } from '#kernel'
import { findEntry } from '#study/parameter/catalogue.ts'
import { lookedIn, reasonOf } from './trial-reason.ts'

const wordsOf = (lang: string): object =>
  JSON.parse(readFileSync(new URL(`../i18n/locale/${lang}/control.json`, import.meta.url), 'utf8')).trial
const WORDS = { en: wordsOf('en'), 'zh-cn': wordsOf('zh-cn') }
const CALLED = { sbp: { en: 'Systolic (sbp)', 'zh-cn': '收缩压 (sbp)' }, dbp: { en: 'Diastolic (dbp)', 'zh-cn': '舒张压 (dbp)' } }
const columns = ['sbp', 'dbp'].map((name) => ({ name, isHidden: false }))
const row = (cells: TriedRow['cells'], more: Partial<TriedRow> = {}): TriedRow => ({
  table: 'vitals',
  verdict: 'failed',
  name: 'P-1',
  record: 1,
  form: 1,
  field: 'sbp',
  value: cells[0] ?? null,
  cells,
  ...more,
})
const said = (id: string, body: object, one: TriedRow): string[] => {
  const check = findEntry(id)
  if (!check) throw new Error(id)
  return (['zh-cn', 'en'] as const).map((language) => {
    const t = (key: string, values: Record<string, string>) =>
      Object.entries(values).reduce(
        (text, [name, value]) => text.replaceAll(`{{${name}}}`, value),
        String(Reflect.get(WORDS[language], key.slice('trial.'.length))),
      )
    const column = (name: string) => (name === 'sbp' || name === 'dbp' ? CALLED[name][language] : name)
    return reasonOf({ check, body: { ...body }, row: one, columns, language }, t, {
      column,
      yes: '✓',
      no: '–',
      and: language === 'en' ? ', ' : '，',
    })
  })
}

test('a row is blamed in words, with the value and the limit that it passes', () => {
  const range = { columns: ['sbp'], params: { min: 60, max: 260 } }
  expect(said('C02', range, row(['300', '80']))).toEqual([
    '收缩压 (sbp) = 300，高于上限 260',
    'Systolic (sbp) = 300, above the upper limit 260',
  ])
  expect(said('C02', range, row(['40', '80']))).toEqual(['收缩压 (sbp) = 40，低于下限 60', 'Systolic (sbp) = 40, below the lower limit 60'])
})

test('a row is fine in words too, with what was asked of it', () => {
  const [zh, en] = said(
    'C02',
    { columns: ['sbp'], params: { min: 60 } },
    row(['120', '80'], { verdict: 'passed', field: null, value: null }),
  )
  expect(zh).toContain('收缩压 (sbp) = 120：符合“')
  expect(zh).toContain('60）')
  expect(en).toMatch(/^Systolic \(sbp\) = 120: meets “Range” \(.* 60\)$/)
})

test('a rule over several columns names all that it looked at, and an empty one as empty', () => {
  const body = { params: { never: 'sbp < dbp' } }
  const [zh, en] = said('E02', body, row(['60', null], { field: 'sbp, dbp' }))
  expect(zh).toContain('收缩压 (sbp) = 60，舒张压 (dbp) = ∅：')
  expect(en).toContain('Systolic (sbp) = 60, Diastolic (dbp) = ∅: ')
  expect(en).toContain('sbp < dbp')
})

test('of a row that is fine the cells that the rule names were looked at', () => {
  const check = findEntry('C02')
  if (!check) throw new Error('C02')
  const fine = row(['120', '80'], { verdict: 'passed', field: null })
  expect([...lookedIn({ check, body: { columns: ['sbp'] }, row: fine, columns })]).toEqual(['sbp'])
  expect([...lookedIn({ check, body: { columns: ['s*'] }, row: fine, columns })]).toEqual(['sbp', 'dbp'])
})
