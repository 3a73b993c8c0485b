import { describe, expect, it } from 'vitest'
import { languageOf } from '#study/expression/language.ts'
import { suggest, tablesNamed, type Table, type Vocabulary } from './suggest.ts'

const same = (text: string) => ({ 'zh-cn': text, en: text })
const vitals: Table = {
  code: 'vitals',
  label: { 'zh-cn': '生命体征', en: 'Vitals' },
  columns: [
    { name: 'sbp', label: { 'zh-cn': '收缩压', en: 'Systolic' } },
    { name: 'dbp', label: { 'zh-cn': '舒张压', en: 'Diastolic' } },
    { name: 'and', label: same('a word of the language') },
    { name: '体 重', label: same('two words') },
  ],
}
const demo: Table = { code: 'demo', label: { 'zh-cn': '人口学', en: 'Demography' }, columns: [{ name: 'sex', label: same('Sex') }] }
const vocabulary: Vocabulary = { ...languageOf('table'), own: [vitals], tables: [vitals, demo] }

/** `|` is the cursor. */
const at = (text: string, isAsked = false) => {
  const cursor = text.indexOf('|')
  return suggest(text.replace('|', ''), cursor, vocabulary, isAsked)
}
const names = (text: string, isAsked = false) => at(text, isAsked)?.offers.map(({ name }) => name) ?? []
const written = (text: string, name: string) => {
  const found = at(text)
  const offer = found?.offers.find((one) => one.name === name)
  if (!found || !offer) return null
  const source = text.replace('|', '')
  const before = source.slice(0, found.from) + offer.insert
  const caret = before.length - offer.back
  const whole = before + source.slice(found.to)
  return `${whole.slice(0, caret)}|${whole.slice(caret)}`
}

describe('what is offered at the cursor', () => {
  it('variables by their code and by what they are called', () => {
    expect(names('s|')[0]).toBe('sbp')
    expect(names('收缩|')).toEqual(['sbp'])
    expect(names('diasto|')).toEqual(['dbp'])
    expect(at('sb|')?.offers[0]?.note).toEqual({ 'zh-cn': '收缩压', en: 'Systolic' })
  })
  it('functions with their signature, the cursor between the brackets', () => {
    expect(names('dateadd|')).toEqual(['dateadd'])
    expect(at('roun|')?.offers[0]?.note.en).toBe('round(number[, digits]) → number')
    expect(written('sbp > roun|', 'round')).toBe('sbp > round(|)')
    expect(written('sbp > toda|', 'today')).toBe('sbp > today()|')
    expect(written('rou|(sbp)', 'round')).toBe('round|(sbp)')
  })
  it('after a value the words that join, before one those that begin', () => {
    expect(names('sbp i|')).toEqual(['in', 'is null', 'is not null'])
    expect(names('sbp > 1 a|')).toEqual(['and'])
    expect(names("sbp = '1' o|")).toEqual(['or'])
    expect(names('(sbp > 1) an|')).toEqual(['and'])
    expect(names('n|')).toContain('not')
    expect(names('n|')).not.toContain('not in')
    expect(names('sbp is nu|')).toContain('null')
  })
  it('everything that fits when asked for, nothing by itself', () => {
    expect(names('|')).toEqual([])
    expect(names('|', true).slice(0, 2)).toEqual(['sbp', 'dbp'])
    expect(names('sbp |', true)[0]).toBe('and')
    expect(names('sbp + |', true)[0]).toBe('sbp')
  })
  it('nothing inside a text or a number, nor what is written out already', () => {
    expect(names("sbp = 'sb|'", true)).toEqual([])
    expect(names('sbp = “s|', true)).toEqual([])
    expect(names("'closed' = s|")[0]).toBe('sbp')
    expect(names('sbp > 12|', true)).toEqual([])
    expect(names('sbp|')).toEqual([])
    expect(names('sbp|', true)).toEqual(['sbp'])
  })
  it('a name that cannot stand alone goes into brackets', () => {
    expect(written('体|', '体 重')).toBe('[体 重]|')
    expect(written('[体|', '体 重')).toBe('[体 重]|')
    expect(written('[体|] > 5', '体 重')).toBe('[体 重]| > 5')
    expect(written('a|', 'and')).toBe('[and]|')
    expect(names('[q|')).toEqual([])
  })
  it('tables in a lookup, then the columns of that table', () => {
    expect(names('lookup(|', true)).toEqual(['vitals', 'demo'])
    expect(names('lookup(人口|')).toEqual(['demo'])
    expect(names('lookup(demo, subject, se|')[0]).toBe('sex')
    expect(names('se|')).not.toContain('sex')
  })
  it('replaces the whole word that the cursor stands in', () => {
    expect(written('s|xx > 1', 'sbp')).toBe('sbp| > 1')
  })
  it('a rule speaks of the tables that it names', () => {
    const named = (pattern: unknown) => tablesNamed([vitals, demo], pattern).map(({ code }) => code)
    expect(named(undefined)).toEqual(['vitals', 'demo'])
    expect(named('Vitals')).toEqual(['vitals'])
    expect(named('*o')).toEqual(['demo'])
    expect(named('v*t*s')).toEqual(['vitals'])
    expect(named('demo*demo')).toEqual([])
    expect(named('none')).toEqual([])
  })
  it('a form has one row: nothing that looks at others', () => {
    const inForm: Vocabulary = { ...languageOf('row'), own: [vitals], tables: [] }
    expect(suggest('lookup', 6, inForm, false)).toBeNull()
    expect(suggest('roun', 4, inForm, false)?.offers[0]?.name).toBe('round')
  })
})
