import { expect, test } from 'vitest'
import { find, type Entry } from './match.ts'
import { loadSpelling } from './spell.ts'

const spell = await loadSpelling()
const entry = (title: string): Entry => ({ id: title, kind: 'page', title, hint: '', icon: '', spellings: spell(title), run: () => {} })
const pages = ['研究项目', '采集项目', '分析项目', '临床数据', '质控参数', '科室', '管理员'].map(entry)
const titles = (needle: string) => find(needle, pages).map((e) => e.title)

test.each([
  ['yjxm', '研究项目'],
  ['zkcs', '质控参数'],
  ['linchuang', '临床数据'],
  ['采集', '采集项目'],
  ['YJ XM', '研究项目'],
  ['gly', '管理员'],
])('A-13 %s finds %s first', (needle, title) => expect(titles(needle)[0]).toBe(title))

test('nothing matches nonsense, everything matches an empty field', () => {
  expect(titles('zzzz')).toEqual([])
  expect(titles('')).toHaveLength(pages.length)
})
