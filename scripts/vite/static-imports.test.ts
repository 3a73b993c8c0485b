import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { staticImports } from './static-imports.ts'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
const reached = (entry: string) => [...staticImports(join(folder, entry))].map((file) => relative(folder, file)).toSorted()

test('what is imported by value arrives with the entry; types and later imports do not', () => {
  write({
    'main.ts': `import { a } from './a.ts'\nimport type { B } from './b.ts'\nexport { c } from './sub/c.ts'\nexport const d = () => import('./d.ts')\n`,
    'a.ts': `import './main.css'\nimport {\n  e,\n} from './e.ts'\nexport const a = e\n`,
    'b.ts': 'export type B = 1\n',
    'sub/c.ts': `export const c = 1\n`,
    'd.ts': 'export const d = 1\n',
    'e.ts': 'export const e = 1\n',
  })
  expect(reached('main.ts')).toEqual(['a.ts', 'e.ts', 'main.ts', join('sub', 'c.ts')])
})

test('a name that is no file stops the build', () => {
  write({ 'gone.ts': `import { x } from './nowhere.ts'\n` })
  expect(() => reached('gone.ts')).toThrow('nowhere.ts is named in the build, but there is no such file')
})

test('the entries that the chunks are named after are there', async () => {
  const { chunkGroups } = await import('./chunk-of.ts')
  const group = (file: string) => chunkGroups.filter(({ test: fits }) => fits(file)).toSorted((a, b) => b.priority - a.priority)[0]?.name
  expect(group(`${process.cwd()}/src/web/router.tsx`)).toBe('core')
  expect(group(`${process.cwd()}/src/web/shell/login/admin-login.tsx`)).toBe('entrance')
  expect(group(`${process.cwd()}/src/web/resource/page.tsx`)).toBe('admin')
  expect(group(`${process.cwd()}/src/areas/docs/web/docs-page.tsx`)).toBeUndefined()
})
