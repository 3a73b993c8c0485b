import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const files = globSync(['src/web/**/*.{ts,tsx}', 'src/areas/*/web/**/*.{ts,tsx}'], { cwd: ROOT }).filter((file) => !file.includes('.test.'))
/** What is read from people, or said in both languages where it stands. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'src/areas/crud-table/web/model.ts': ['选项一', '选项二', '选项 '],
  'src/areas/qc-run/web/run-why.tsx': ['：'],
  'src/web/expression/suggest.ts': ['【'],
  'src/web/field/number.ts': ['。'],
  'src/web/home/home-page.tsx': ['语言 / Language'],
  'src/web/state/site.ts': ['数据管理与质控系统'],
}
/** The same in every language. */
const NAMES = new Set(['SHA-256', 'parameters.json', 'sbp >= 140', 'CSV', 'Parquet', 'Esc', 'Ctrl K', 'mmHg', 'YYYY-MM-DD'])
const CHINESE = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/
const ENGLISH = /[A-Za-z]{2}/
const SPOKEN = new Set(['title', 'placeholder', 'alt', 'label', 'aria-label', 'aria-description'])

type Node = { type?: string; value?: unknown; name?: { name?: unknown } }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const textOf = ({ type, value }: Node): string =>
  typeof value === 'string' ? value : type === 'TemplateElement' && isNode(value) && 'cooked' in value ? String(value.cooked) : ''

/** Words that stand in the code of a page itself: Chinese anywhere, English where it is shown. */
const wordsIn = (text: string, file: string): string[] => {
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (!isNode(node)) return
    const { type, value, name } = node
    const isText = type === 'Literal' || type === 'TemplateElement' || type === 'JSXText'
    if (isText && CHINESE.test(textOf(node))) found.push(textOf(node))
    if (type === 'JSXText' && ENGLISH.test(textOf(node))) found.push(textOf(node).trim())
    if (type === 'JSXAttribute' && SPOKEN.has(String(name?.name)) && isNode(value) && ENGLISH.test(textOf(value))) found.push(textOf(value))
    for (const part of Object.values(node)) walk(part)
  }
  walk(parseSync(file, text).program)
  return [...new Set(found)]
}

test('a word of a page in one language only is found', () => {
  const page = `export const Page = ({ names }) => <p title="All of them">{names.join('、')} and <b aria-label={\`共 \${1}\`}>Name</b></p>`
  expect(wordsIn(page, 'page.tsx').toSorted()).toEqual(['All of them', 'Name', 'and', '、', '共 '].toSorted())
})

test('no page has a word of its own: all of them stand in the files of words, in every language', () => {
  const found = files.flatMap((file) => {
    const words = wordsIn(readFileSync(resolve(ROOT, file), 'utf8'), file).filter(
      (word) => !NAMES.has(word) && !KNOWN[file]?.includes(word),
    )
    return words.length ? [`${file}: ${words.join(' | ')}`] : []
  })
  expect(found).toEqual([])
})
