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
    // One brace too few is shown as it stands.
    for (const said of [text, en.get(key) ?? '']) expect(said.replaceAll(/\{\{\w+\}\}/g, ''), key).not.toMatch(/\{\w+\}/)
    const english = en.get(key) ?? en.get(`${key}_other`) ?? en.get(key.replace(/_other$/, '')) ?? ''
    expect(english, key).not.toBe('')
    expect(holes(english), key).toEqual(holes(text))
  }
})

/** A number that is never one: of days, of pages, of what is more than can be named. */
const NEVER_ONE = new Set([
  'dashboard.lastDays',
  'tour.offer',
  'notification.times',
  'area.people.andMore',
  'import.shown',
  'delivery.mappedOf',
])

test.each(files)('A-13 whatever %s counts in English can be one', (file) => {
  const texts = read('en', file)
  const lacking = [...texts].flatMap(([key, text]) => {
    const base = key.replace(/_other$/, '')
    const counts = /\{\{count\}\} (?:[a-z]+ )?[a-z]+s\b/.test(text) && !key.endsWith('_one')
    return counts && !texts.has(`${base}_one`) && !NEVER_ONE.has(`${file.replace('.json', '')}.${base}`) ? [`${key}: ${text}`] : []
  })
  expect(lacking).toEqual([])
})

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (f) => /^web\/[a-z]+\/|^areas\/[^/]+\/web\//.test(f) && !/^web\/(i18n|home)\//.test(f) && /\.tsx?$/.test(f) && !f.includes('.test.'),
)
const everything = new Set(files.flatMap((file) => [...read('zh-cn', file).keys()]))
const keysIn = (ns: string): Set<string> => new Set([...read('zh-cn', 'common.json').keys(), ...read('zh-cn', `${ns}.json`).keys()])
const has = (known: Set<string>, key: string): boolean => known.has(key) || known.has(`${key}_other`)

test.each(sources)('A-13 every text that %s names exists', (source) => {
  const code = readFileSync(`src/${source}`, 'utf8')
  // One name may stand for different files in different components: a key must be in one of them.
  const known = new Map<string, Set<string>>()
  for (const [, name = '', ns = 'common'] of code.matchAll(/const (\w+) = useText\((?:'(\w+)')?\)/g))
    known.set(name, new Set([...(known.get(name) ?? []), ...keysIn(ns)]))
  // A function that was handed over speaks the file of whoever hands it.
  if (/\bt: Text\b/.test(code) || !known.has('t')) known.set('t', everything)
  for (const [name, keys] of known) {
    for (const [, key = ''] of code.matchAll(new RegExp(`\\b${name}\\('([\\w.:-]+)'`, 'g'))) {
      const [ns, own] = key.includes(':') ? (key.split(':') as [string, string]) : [null, key]
      expect(has(ns ? keysIn(ns) : keys, own), key).toBe(true)
    }
  }
})

test.each(sources.filter((f) => f.endsWith('.tsx') && /^areas\/|^web\/(shell|ui|error|member|message|preview|resource)\//.test(f)))(
  'A-13 %s holds no Chinese of its own',
  (source) => {
    const code = readFileSync(`src/${source}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    expect(code).not.toMatch(/\p{Script=Han}/u)
  },
)
