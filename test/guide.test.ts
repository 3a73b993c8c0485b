import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas, pages } from '#areas/registry.ts'
import { CHAPTERS } from '../src/web/guide/chapters.ts'
import { memberPageOf } from '../src/web/member/pages.ts'
import { DEMO_MEMBERS } from '../src/server/seed/demo-member.ts'
import { DEMO_ADMINS } from '../src/server/seed/demo.ts'

const addresses = new Set([
  ...areas.map(({ name }) => `/admin/${name.replaceAll('.', '/')}`),
  ...pages.map(({ page }) => `/admin/${page}`),
  ...Object.keys(memberPageOf).map((name) => `/user/${name}`),
])
const textOf = (lang: string, name: string) => readFileSync(`docs/guide/${lang}/${name}.md`, 'utf8')
const linksIn = (text: string) => [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, to]) => to!)

test('every chapter of the guide is there in both languages, and there is none that no page shows', () => {
  for (const lang of ['zh-cn', 'en'])
    expect(readdirSync(`docs/guide/${lang}`).toSorted()).toEqual(CHAPTERS.map((c) => `${c}.md`).toSorted())
})

const picturesIn = (text: string) => [...text.matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)].map(([, , path]) => path!)

test.each(CHAPTERS)('%s shows the same pages in both languages, each in its own', (name) => {
  const [zh, en] = [picturesIn(textOf('zh-cn', name)), picturesIn(textOf('en', name))]
  expect(zh.length).toBeGreaterThan(0)
  expect(zh.map((path) => path.replace('/zh-cn/', '/en/'))).toEqual(en)
  expect(
    [...zh.map((path) => join('docs/guide/zh-cn', path)), ...en.map((path) => join('docs/guide/en', path))].filter(
      (path) => !existsSync(path),
    ),
  ).toEqual([])
})

test('the README shows pictures that are there, and no picture is kept that nothing shows', () => {
  const readme = picturesIn(readFileSync('README.md', 'utf8'))
  expect(readme.length).toBeGreaterThanOrEqual(3)
  const shown = new Set([
    ...readme,
    ...['zh-cn', 'en'].flatMap((lang) =>
      CHAPTERS.flatMap((name) => picturesIn(textOf(lang, name)).map((path) => join('docs/guide', lang, path))),
    ),
  ])
  const kept = ['zh-cn', 'en'].flatMap((lang) => readdirSync(`docs/picture/${lang}`).map((file) => `docs/picture/${lang}/${file}`))
  expect(readme.filter((path) => !existsSync(path))).toEqual([])
  expect(kept.filter((path) => !shown.has(path))).toEqual([])
})

test('the README is Chinese beside English, names every account of the demo, the settings and the first page for users', () => {
  const readme = readFileSync('README.md', 'utf8')
  const table = readme.split('\n').filter((line) => line.startsWith('|') && line.includes('`/'))
  const named = table.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([a-z]+)`/g)].map(([, name = '']) => name))
  expect(new Set(named)).toEqual(new Set(['admin', ...DEMO_ADMINS, ...DEMO_MEMBERS]))
  // The heads of its parts, and who each account is, in both languages.
  for (const line of [...table, ...readme.split('\n').filter((text) => /^##? /.test(text))]) expect(line).toMatch(/\p{Script=Han}/u)
  for (const page of ['docs/users.md', 'docs/settings.md']) {
    expect(readme).toContain(`](${page})`)
    const lines = readFileSync(page, 'utf8').split('\n')
    const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter((line) => !/\p{Script=Han}/u.test(line) || !/[a-z]{3}/.test(line))).toEqual([])
  }
})

test.each(CHAPTERS)('%s: the same parts and links in both languages, each link to a page that exists, two pages at most', (name) => {
  const [zh, en] = [textOf('zh-cn', name), textOf('en', name)]
  expect(linksIn(zh)).toEqual(linksIn(en))
  expect(linksIn(zh).length).toBeGreaterThan(0)
  expect(linksIn(zh).filter((to) => !addresses.has(to))).toEqual([])
  expect(zh.match(/^##? /gm)).toHaveLength(en.match(/^##? /gm)!.length)
  expect(en.split(/\s+/).length).toBeLessThan(1000)
})
