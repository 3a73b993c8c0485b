import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const base = 'src/web/i18n/locale'
/** What the language is called and leans on: of no use in another. */
const about = 'language.json'
const files = readdirSync(`${base}/zh-cn`).filter((file) => file !== about)

type Tree = { [key: string]: string | Tree }
const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )
const read = (lang: string, file: string): Map<string, string> =>
  new Map(flat(JSON.parse(readFileSync(`${base}/${lang}/${file}`, 'utf8')) as Tree))
const holes = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

/** Chinese has one plural form where English has two. */
const bases = (texts: Map<string, string>): string[] =>
  [...new Set([...texts.keys()].map((key) => key.replace(/_(one|other)$/, '')))].toSorted()

test('A-13 both languages have the same files', () => expect(readdirSync(`${base}/en`).filter((file) => file !== about)).toEqual(files))

test.each(files)('A-13 %s says the same things in both languages', (file) => {
  const zh = read('zh-cn', file)
  const en = read('en', file)
  expect(bases(en)).toEqual(bases(zh))
  for (const [key, text] of zh) {
    expect(text, key).not.toBe('')
    const english = en.get(key) ?? en.get(`${key}_other`) ?? en.get(key.replace(/_other$/, '')) ?? ''
    expect(english, key).not.toBe('')
    expect(holes(english), key).toEqual(holes(text))
  }
})

const sources = readdirSync('src/web', { recursive: true, encoding: 'utf8' }).filter(
  (f) => /^(shell|ui|error|member|preview)\//.test(f) && /\.tsx?$/.test(f) && !f.includes('.test.'),
)

test.each(sources)('A-13 every text that %s names exists', (source) => {
  const code = readFileSync(`src/web/${source}`, 'utf8')
  const namespaces = new Set([
    'common',
    ...[...code.matchAll(/useText\('(\w+)'\)/g)].map((m) => m[1] ?? ''),
    ...(/t: Text/.test(code) ? ['shell'] : []),
  ])
  const known = new Set([...namespaces].flatMap((ns) => [...read('zh-cn', `${ns}.json`).keys()]))
  for (const [, key = ''] of code.matchAll(/\bt\('([\w.:-]+)'/g)) {
    const [ns, own] = key.includes(':') ? (key.split(':') as [string, string]) : [null, key]
    expect(ns ? read('zh-cn', `${ns}.json`).has(own) : known.has(key), key).toBe(true)
  }
})

test.each(sources.filter((f) => f.endsWith('.tsx')))('A-13 %s holds no Chinese of its own', (source) => {
  const code = readFileSync(`src/web/${source}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  // The switch names each language in that language.
  expect(code.replaceAll("'中文'", '')).not.toMatch(/\p{Script=Han}/u)
})
