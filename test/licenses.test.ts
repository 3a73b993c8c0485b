import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Lock = { packages: Record<string, { version: string }> }

// The build writes a heading per package: `## antd - 6.6.8 (MIT)`. The texts of licences have headings of their own.
const HEADING = /^## (\S+) - (\d\S*) \((.+)\)$/gm
const text = readFileSync('dist/web/licenses.txt', 'utf8')
const headings = [...text.matchAll(HEADING)]
const notices = headings.map(([heading, name = '', version = '', license = ''], i) => {
  const from = (headings[i]?.index ?? 0) + heading.length
  return { name, version, license, text: text.slice(from, headings[i + 1]?.index).trim() }
})
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock

test('every package in the built pages has its licence, as the lockfile has the package', () => {
  const unknown = notices.filter(
    ({ name, version }) => !Object.entries(packages).some(([path, p]) => path.endsWith(`node_modules/${name}`) && p.version === version),
  )
  expect(unknown).toEqual([])
  expect(notices.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'antd', 'echarts', 'pdfjs-dist', 'docx-preview', '@aiden0z/pptx-renderer', 'dompurify']),
  )
})

test('none is a name without its text', () => {
  expect(notices.filter((notice) => notice.text.length < 200).map(({ name }) => name)).toEqual([])
})

const IMPORT = /^(?:import|export)\s(?!type\s)[^'"`;]*?\sfrom '([^.#'][^']*)'|^import '([^.#'][^']*)'|[^.\w]import\(\s*'([^.#'][^']*)'/gm
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
const importedBy = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(IMPORT)].map(([, a, b, c]) => packageOf(a ?? b ?? c ?? '')))

test('what pages and their workers import is among them, and the drawings of the icons', () => {
  const halves = readdirSync('src/areas').map((area) => join('src/areas', area, 'web'))
  const folders = ['src/web', ...halves.filter((folder) => existsSync(folder))]
  const imported = new Set(folders.flatMap(importedBy).filter((name) => !name.startsWith('virtual:') && !builtinModules.includes(name)))
  const named = new Set(notices.map(({ name }) => name))
  expect([...imported, '@iconify-json/lucide'].filter((name) => !named.has(name))).toEqual([])
  expect(imported).toContain('hucre')
})

test('every one of them allows what we do with it', () => {
  expect([...new Set(notices.map(({ license }) => license))].filter((l) => !/^\(?(MIT|ISC|BSD|0BSD|Apache|MPL)/.test(l))).toEqual([])
})
